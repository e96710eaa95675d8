"""The skeleton, the scripts and the style of the page of an exercise: exercise.html, *.js and exercise.css."""
