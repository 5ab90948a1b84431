export const health = {
  tasksGone: "No worker answers for imports and releases",
  tasksGoneDetail:
    "What was asked for waits, and goes on by itself as soon as one is back. Nothing is lost. If this lasts, ask whoever runs this server.",
  scoringGone: "No scoring worker answers",
  scoringGoneDetail:
    "This run waits, and goes on by itself as soon as one is back. Nothing is lost. If this lasts, ask whoever runs this server.",
} as const;
