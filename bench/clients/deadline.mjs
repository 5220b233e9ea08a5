/** Gives the work a signal that aborts after 30 seconds: for what has no time limit of its own. */
export async function withDeadline(work) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 30_000);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
