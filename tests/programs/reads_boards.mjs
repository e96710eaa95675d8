// Reads the recording of a page, and prints the board of each of its frames: the owners of its cells, the cells of the last
// move and those of the winning line.
import { readFileSync } from "node:fs";

import { Boards } from "../../engine/plyscope/web/boards.mjs";
import { Recording } from "../../engine/plyscope/web/recording.mjs";
import { unpack } from "../../engine/plyscope/web/unpacking.mjs";

const [, letters] = readFileSync(0, "utf8").match(/<script type="text\/plain">([^<]*)</);
const boards = new Boards(new Recording(await unpack(letters)));
process.stdout.write(JSON.stringify([...boards.recording.ply.keys()].map((frame) => boards.at(frame))));
