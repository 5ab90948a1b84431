export const health = {
  tasksGone: "没有处理导入和发布的进程响应",
  tasksGoneDetail: "所请求的任务会等待，进程恢复后自动继续，不会丢失。如果持续如此，请联系本服务器的管理者。",
  scoringGone: "没有评分进程响应",
  scoringGoneDetail: "此运行会等待，进程恢复后自动继续，不会丢失。如果持续如此，请联系本服务器的管理者。",
} as const;
