import type { DrawnPicture, PictureOrder } from './draw-picture.ts';
import { createDrawingQueue } from './drawing-queue.ts';

const DRAWING_MAX_MS = 10_000;
const HEAP_MB = 64;

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

/** The picture maker of a node. */
export function createPictureMaker({
  drawingMaxMs = DRAWING_MAX_MS,
  onBreak = () => undefined,
}: PictureMakerOptions = {}): PictureMaker {
  const file = new URL('./drawing-process.ts', import.meta.url);
  const queue = createDrawingQueue<PictureOrder, DrawnPicture>({
    file,
    heapMb: HEAP_MB,
    drawingMaxMs,
    onBreak,
  });
  return {
    async make(order) {
      const drawn = await queue.draw(order);
      if (drawn.fault !== null) return { files: null, fault: drawn.fault === 'busy' ? 'busy' : 'too_slow' };
      const { files, fault } = drawn.answer;
      // What passed between processes is bytes without the methods of a buffer.
      return files
        ? { files: files.map((bytes) => Buffer.from(bytes)), fault: null }
        : { files: null, fault };
    },
    close: () => queue.close(),
  };
}
