export const health = {
  tasksGone: "No worker answers that builds releases",
  tasksGoneDetail:
    "What you publish waits, and goes on by itself as soon as one is back. Nothing is lost. If this lasts, ask whoever runs this server.",
  scoringGone: "No scoring worker answers",
  scoringGoneDetail:
    "This run waits, and goes on by itself as soon as one is back. Nothing is lost. If this lasts, ask whoever runs this server.",
} as const;
