import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DrawnPicture, PictureOrder } from './draw-picture.ts';

const PROCESS = fileURLToPath(new URL('./drawing-process.ts', import.meta.url));
const DRAWING_MAX_MS = 10_000;
/** A process that has nothing to do for so long ends, and its memory with it. */
const IDLE_MS = 10_000;
/** More than the jobs of a node and the people at its form give rise to at once. */
const WAITING_MAX = 20;

/** Why nothing was made; `busy` says nothing of the picture, `too_slow` that it was given up or broke the decoder. */
type MakingFault = NonNullable<DrawnPicture['fault']> | 'too_slow' | 'busy';
export type MadePicture = { files: Buffer[]; fault: null } | { files: null; fault: MakingFault };

/** Makes pictures anew, one at a time, in a process of its own that is there while there is work. */
export interface PictureMaker {
  make(order: PictureOrder): Promise<MadePicture>;
  /** Ends the process; what is asked for from then on is `busy`. */
  close(): void;
}

interface PictureMakerOptions {
  drawingMaxMs?: number;
  /** Hears of a process that ended by itself, as where `sharp` is missing. */
  onBreak?: (code: number | null) => void;
}

function startProcess(): ChildProcess {
  const child = fork(PROCESS, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=64', '--disable-warning=ExperimentalWarning'],
    // Nothing of ours; fewer arenas keep the memory of native code together.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

/** One drawing, by this process or not at all. */
function draw(child: ChildProcess, order: PictureOrder, maxMs: number): Promise<MadePicture> {
  const { promise, resolve } = Promise.withResolvers<MadePicture>();
  const giveUp = () => resolve({ files: null, fault: 'too_slow' });
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    giveUp();
  }, maxMs);
  child.once('message', (drawn) => {
    // What passed between processes is bytes without the methods of a buffer.
    const { files, fault } = drawn as DrawnPicture;
    resolve(files ? { files: files.map((file) => Buffer.from(file)), fault: null } : { files: null, fault });
  });
  child.once('exit', giveUp).once('error', giveUp);
  child.send(order, (error) => error && giveUp());
  return promise.finally(() => {
    clearTimeout(timer);
    for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
    child.on('error', () => undefined);
  });
}

/** The picture maker of a node. */
export function createPictureMaker({
  drawingMaxMs = DRAWING_MAX_MS,
  onBreak = () => undefined,
}: PictureMakerOptions = {}): PictureMaker {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;

  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const makeNow = async (order: PictureOrder): Promise<MadePicture> => {
    if (isClosed) return { files: null, fault: 'busy' };
    clearTimeout(idle);
    if (!child?.connected) {
      child = startProcess();
      child.on('close', (code, signal) => signal === null && onBreak(code));
    }
    const made = await draw(child, order, drawingMaxMs);
    if (made.fault === 'too_slow') end();
    idle = setTimeout(end, IDLE_MS).unref();
    return made;
  };
  return {
    async make(order) {
      if (isClosed || waiting >= WAITING_MAX) return { files: null, fault: 'busy' };
      waiting += 1;
      const made = last.then(() => makeNow(order)).finally(() => (waiting -= 1));
      last = made.catch(() => undefined);
      return made;
    },
    close() {
      isClosed = true;
      clearTimeout(idle);
      end();
    },
  };
}
