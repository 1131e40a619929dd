import type { DrawnPicture, PictureOrder } from './draw-picture.ts';
import { createDrawingQueue } from './drawing-queue.ts';
import { createFairLine, type LineRefusal, type Place } from './fair-line.ts';

/** A response takes less than ten seconds even with the longest wait. */
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

/** `too_slow`: drawing took too long or broke the process. `busy` and `spent` say nothing about the picture. */
type MakingFault = NonNullable<DrawnPicture['fault']> | 'too_slow' | LineRefusal;
export type MadePicture = { files: Buffer[]; fault: null } | { files: null; fault: MakingFault };

export interface PictureMaker {
  make(order: PictureOrder, place: Place): Promise<MadePicture>;
  close(): void;
}

interface PictureMakerOptions {
  drawingMaxMs?: number;
  waitMaxMs?: number;
  /** Called if the process ended unexpectedly, for example because `sharp` is missing. */
  onBreak?: (code: number | null) => void;
}

const faults = { busy: 'busy', late: 'busy', broken: 'too_slow' } as const;

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
      // Messages between processes turn buffers into plain arrays.
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
