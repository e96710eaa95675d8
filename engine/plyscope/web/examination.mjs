// An exercise that is marked after it has been handed in: nothing in the page knows what is right.

import { ExercisePage } from "./exercise.mjs";

new ExercisePage();
