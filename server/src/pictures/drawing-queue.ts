import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';

/** A process that has nothing to do for so long ends, and its memory with it. */
const IDLE_MS = 10_000;
/** Maximum number of orders at once: more than the jobs, the submission form and link previews of a node cause. */
const WAITING_MAX = 20;

/**
 * The result of an order: its answer; `busy` when too many orders wait or the queue is closed; `broken` when the process
 * ended; `late` when it had not answered after `drawingMaxMs`.
 */
export type Drawn<Answer> = { fault: null; answer: Answer } | { fault: 'busy' | 'broken' | 'late' };

/** Has pictures drawn one at a time, in a process of its own that is there while there is work. */
export interface DrawingQueue<Order, Answer> {
  draw(order: Order): Promise<Drawn<Answer>>;
  /** Ends the process; what is asked for from then on is `busy`. */
  close(): void;
}

interface QueueOptions {
  /** What the process runs: it answers each message with one. */
  file: URL;
  heapMb: number;
  drawingMaxMs: number;
  /** Hears of a process that ended by itself, as where a library is missing. */
  onBreak?: (code: number | null) => void;
}

function startProcess({ file, heapMb }: QueueOptions): ChildProcess {
  const child = fork(fileURLToPath(file), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`, '--disable-warning=ExperimentalWarning'],
    // Nothing of ours; fewer arenas keep the memory of native code together.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

/** One drawing, by this process or not at all. */
function drawIn<Answer>(child: ChildProcess, order: unknown, maxMs: number): Promise<Drawn<Answer>> {
  const { promise, resolve } = Promise.withResolvers<Drawn<Answer>>();
  const giveUp = () => resolve({ fault: 'broken' });
  const timer = setTimeout(() => resolve({ fault: 'late' }), maxMs);
  child
    .once('message', (answer) => resolve({ fault: null, answer: answer as Answer }))
    .once('exit', giveUp)
    .once('error', giveUp);
  child.send(order as object, (error) => error && giveUp());
  return promise.finally(() => {
    clearTimeout(timer);
    for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
    child.on('error', () => undefined);
  });
}

/** A queue before a process that is started when there is something to draw. */
export function createDrawingQueue<Order, Answer>(options: QueueOptions): DrawingQueue<Order, Answer> {
  const { drawingMaxMs, onBreak = () => undefined } = options;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const limit = pLimit(1);
  let isClosed = false;

  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const drawNow = async (order: Order): Promise<Drawn<Answer>> => {
    if (isClosed) return { fault: 'busy' };
    clearTimeout(idle);
    if (!child?.connected) {
      child = startProcess(options);
      child.on('close', (code, signal) => signal === null && onBreak(code));
    }
    const drawn = await drawIn<Answer>(child, order, drawingMaxMs);
    if (drawn.fault !== null) end();
    idle = setTimeout(end, IDLE_MS).unref();
    return drawn;
  };
  return {
    async draw(order) {
      if (isClosed || limit.activeCount + limit.pendingCount >= WAITING_MAX) return { fault: 'busy' };
      return limit(() => drawNow(order));
    },
    close() {
      isClosed = true;
      clearTimeout(idle);
      end();
    },
  };
}
