import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../../../http/refusal.ts';
import type { LinkPictureFacts } from './draw-link-picture.ts';

/** So many may wait for the one drawing under way; whoever comes then is told to come again. */
const WAITING_MAX = 20;
/** Longer than any honest drawing, with the start of the process, on a machine that leaves it a fiftieth of a core. */
const DRAWING_MS = 120_000;
/** After so long without work the process ends, and its memory with it. */
const IDLE_MS = 10_000;
const PROCESS = fileURLToPath(new URL('./link-picture-process.ts', import.meta.url));

type Answer = { picture: Uint8Array } | { error: string };

/** This link picture cannot be drawn, or not in the time that there is: trying again at once would be of no use. */
export class DrawingFailed extends Error {
  override name = 'DrawingFailed';
}

export interface LinkPictureDrawer {
  /** The picture as PNG. Refuses with `unavailable` when too many wait; throws DrawingFailed. */
  draw(facts: LinkPictureFacts): Promise<Buffer>;
  /** Ends the process; nothing is drawn from then on. */
  stop(): void;
}

function startProcess(): ChildProcess {
  const child = fork(PROCESS, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=96', '--disable-warning=ExperimentalWarning'],
    // Nothing of ours; fewer arenas keep the memory of native code together.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

const tooBusy = () => new Refusal('unavailable', { headers: { 'retry-after': '5' } });

/** Draws link pictures one at a time in a process of its own, which is there while there is work. */
export function createLinkPictureDrawer(): LinkPictureDrawer {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isStopped = false;

  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };

  const drawNow = async (facts: LinkPictureFacts): Promise<Buffer> => {
    if (isStopped) throw new Error('No link pictures are drawn any more');
    clearTimeout(idle);
    if (!child?.connected) child = startProcess();
    const drawing = child;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const give = () => reject(new DrawingFailed('A link picture broke what draws'));
    const late = setTimeout(() => reject(new DrawingFailed('A link picture took too long')), DRAWING_MS);
    drawing
      .once('message', (answer) => resolve(answer as Answer))
      .once('exit', give)
      .once('error', give);
    drawing.send(facts, (error) => error && give());
    try {
      const answer = await promise;
      if ('error' in answer) throw new DrawingFailed(answer.error);
      idle = setTimeout(end, IDLE_MS).unref();
      return Buffer.from(answer.picture);
    } catch (error) {
      end();
      throw error;
    } finally {
      clearTimeout(late);
      for (const event of ['message', 'exit', 'error']) drawing.removeAllListeners(event);
      drawing.on('error', () => undefined);
    }
  };

  return {
    async draw(facts) {
      if (waiting >= WAITING_MAX) throw tooBusy();
      waiting += 1;
      const drawn = last.then(() => drawNow(facts));
      last = drawn.catch(() => undefined);
      return drawn.finally(() => (waiting -= 1));
    },
    stop() {
      isStopped = true;
      clearTimeout(idle);
      end();
    },
  };
}
