import type { DrawnPicture, PictureOrder } from './draw-picture.ts';
import { createDrawingQueue } from './drawing-queue.ts';
import { createFairLine, type LineRefusal, type Place } from './fair-line.ts';

/** With the longest wait it stays below ten seconds, in which a request is answered. */
const DRAWING_MAX_MS = 5_500;
const HEAP_MB = 64;

const LINE = {
  waitingMax: 20,
  waitingOfOwnerMax: 3,
  waitMaxMs: 4_000,
  budgetMs: 30_000,
  windowMs: 600_000,
  overdueMs: 30_000,
};

/**
 * Why there are no files: `too_slow` if drawing took too much processor time or broke the process. `busy` and `spent` say
 * nothing about the picture: the node has no time for it, or the owner has used up the budget of drawing time.
 */
type MakingFault = NonNullable<DrawnPicture['fault']> | 'too_slow' | LineRefusal;
export type MadePicture = { files: Buffer[]; fault: null } | { files: null; fault: MakingFault };

/** Makes pictures again from untrusted files, one at a time, in a process of its own that lives while there is work. */
export interface PictureMaker {
  make(order: PictureOrder, place: Place): Promise<MadePicture>;
  /** Ends the process; later orders are `busy`. */
  close(): void;
}

interface PictureMakerOptions {
  drawingMaxMs?: number;
  waitMaxMs?: number;
  /** Called when the process ended by itself, as where `sharp` is missing. */
  onBreak?: (code: number | null) => void;
}

const faults = { busy: 'busy', late: 'busy', broken: 'too_slow' } as const;

/** Creates the picture maker of a node. */
export function createPictureMaker({
  drawingMaxMs = DRAWING_MAX_MS,
  waitMaxMs = LINE.waitMaxMs,
  onBreak = () => undefined,
}: PictureMakerOptions = {}): PictureMaker {
  const file = new URL('./drawing-process.ts', import.meta.url);
  const line = createFairLine({ ...LINE, waitMaxMs });
  const queue = createDrawingQueue<PictureOrder, DrawnPicture>({
    file,
    heapMb: HEAP_MB,
    drawingMaxMs,
    onBreak,
  });
  return {
    async make(order, place) {
      const drawn = await line.run(place, () => queue.draw(order));
      if ('refusal' in drawn) return { files: null, fault: drawn.refusal };
      if (drawn.fault !== null) return { files: null, fault: faults[drawn.fault] };
      const { files, fault } = drawn.answer;
      // Between processes buffers lose their methods.
      return files
        ? { files: files.map((bytes) => Buffer.from(bytes)), fault: null }
        : { files: null, fault };
    },
    close() {
      line.close();
      queue.close();
    },
  };
}
