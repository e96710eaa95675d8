// An exercise that the page itself marks.

import { ExercisePage } from "./exercise.mjs";
import { Feedback } from "./feedback.mjs";

new ExercisePage(Feedback);
