import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';

const IDLE_MS = 10_000;
const WAITING_MAX = 20;

/** `busy`: too many orders wait, or the queue is closed. `broken`: the process ended. `late`: it took too long. */
type Drawn<Answer> = { fault: null; answer: Answer } | { fault: 'busy' | 'broken' | 'late' };

interface DrawingQueue<Order, Answer> {
  draw(order: Order): Promise<Drawn<Answer>>;
  close(): void;
}

interface QueueOptions {
  file: URL;
  heapMb: number;
  drawingMaxMs: number;
  onBreak?: (code: number | null) => void;
}

function startProcess({ file, heapMb }: QueueOptions): ChildProcess {
  const child = fork(fileURLToPath(file), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`, '--disable-warning=ExperimentalWarning'],
    // No variables of the server. Fewer arenas need less memory.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

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
