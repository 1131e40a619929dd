import type { DrawnPicture, PictureOrder } from './draw-picture.ts';
import { createDrawingQueue } from './drawing-queue.ts';
import { createFairLine, type LineRefusal, type LinePlace } from './fair-line.ts';
import { processorLimitMs } from './processor-limit.ts';

/** Limit for an overloaded machine. Usually the limit on CPU time applies first. Responses take less than a minute. */
const DRAWING_MAX_MS = 30_000;
/** Charged for every picture, to limit a flood of files that are refused at once. */
const CHARGED_LEAST_MS = 100;
const HEAP_MB = 64;

const LINE = {
  waitingMax: 20,
  waitingOfOwnerMax: 3,
  waitMaxMs: 20_000,
  budgetMs: 30_000,
  windowMs: 600_000,
  overdueMs: 30_000,
};

/** `too_slow`: drawing took too much CPU time or broke the process. `busy` and `spent` say nothing about the picture. */
type MakingFault = NonNullable<DrawnPicture['fault']> | 'too_slow' | LineRefusal;
export type MadePicture = { files: Buffer[]; fault: null } | { files: null; fault: MakingFault };

export interface PictureMaker {
  make(order: PictureOrder, place: LinePlace): Promise<MadePicture>;
  close(): void;
}

interface PictureMakerOptions {
  isLimited?: boolean;
  drawingMaxMs?: number;
  waitMaxMs?: number;
  /** Called if the process ended unexpectedly, for example because `sharp` is missing. */
  onBreak?: (code: number | null) => void;
}

const faults = { busy: 'busy', late: 'busy', broken: 'too_slow' } as const;

export function createPictureMaker({
  isLimited = true,
  drawingMaxMs = DRAWING_MAX_MS,
  waitMaxMs = LINE.waitMaxMs,
  onBreak = () => undefined,
}: PictureMakerOptions = {}): PictureMaker {
  const file = new URL('./drawing-process.ts', import.meta.url);
  const line = createFairLine({
    ...LINE,
    waitMaxMs,
    ...(!isLimited && { budgetMs: Number.POSITIVE_INFINITY }),
  });
  const queue = createDrawingQueue<PictureOrder, { drawn: DrawnPicture; spentMs: number }>({
    file,
    heapMb: HEAP_MB,
    drawingMaxMs,
    onBreak,
  });
  return {
    async make(order, place) {
      const drawn = await line.run(place, async (charge) => {
        const result = await queue.draw(order);
        // A killed process may have used all the time of a picture.
        const wasKilled = result.fault === 'broken' || result.fault === 'late';
        const usedMs = result.fault === null ? result.answer.spentMs : 0;
        charge(Math.max(CHARGED_LEAST_MS, wasKilled ? processorLimitMs(order.bytes) : usedMs));
        return result;
      });
      if ('refusal' in drawn) return { files: null, fault: drawn.refusal };
      if (drawn.fault !== null) return { files: null, fault: faults[drawn.fault] };
      const { files, fault } = drawn.answer.drawn;
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
