/**
 * Runs work every `ms` while the page is visible, and when it is shown again after that time. The work must not reject.
 * Returns a function to stop.
 */
export function runWhileVisible(work: () => Promise<void>, ms: number, startsNow = false): () => void {
  let dueAt = Date.now() + (startsNow ? 0 : ms);
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    await work();
    isRunning = false;
    dueAt = Date.now() + ms;
    look();
  };
  const look = () => {
    clearTimeout(timer);
    if (isStopped || isRunning || document.hidden) return;
    if (dueAt <= Date.now()) void run();
    else timer = setTimeout(look, dueAt - Date.now());
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
