// Reads a flowchart with Mermaid's own parser and prints its nodes and edges as JSON.
// node reads_mermaid.mjs FOLDER_OF_PACKAGES FILE
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { JSDOM } = createRequire(join(folder, "node_modules", "x.js"))("jsdom");
const { window } = new JSDOM("");
Object.assign(globalThis, { window, document: window.document });
const core = join(folder, "node_modules", "mermaid", "dist", "mermaid.core.mjs");
const { default: mermaid } = await import(pathToFileURL(core));

const text = readFileSync(file, "utf8");
const { diagramType } = await mermaid.parse(text);
const { maxEdges, maxTextSize } = mermaid.mermaidAPI.defaultConfig;
const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
const nodes = [...db.getVertices().values()].map(({ id, text, type, classes }) => ({ id, text, type, classes }));
const edges = db.getEdges().map(({ start, end, text, stroke, type }) => ({ start, end, text, stroke, type }));
console.log(JSON.stringify({ diagramType, maxEdges, maxTextSize, nodes, edges }));
