import { Refusal } from '../../../http/refusal.ts';
import { createDrawingQueue } from '../../../pictures/drawing-queue.ts';
import type { LinkPictureFacts } from './draw-link-picture.ts';

/** Longer than any honest drawing, with the start of the process, on a machine that leaves it a fiftieth of a core. */
const DRAWING_MAX_MS = 120_000;
const HEAP_MB = 96;

/** What the process answers. */
export type LinkPictureAnswer = { picture: Uint8Array } | { error: string };

/** This link picture cannot be drawn, or not in the time that there is: trying again at once would be of no use. */
export class DrawingFailed extends Error {
  override name = 'DrawingFailed';
}

export interface LinkPictureDrawer {
  /** The picture as PNG. Refuses with `unavailable` when too many wait; throws DrawingFailed. */
  draw(facts: LinkPictureFacts): Promise<Buffer>;
  /** Ends the process; nothing is drawn from then on. */
  close(): void;
}

/** Draws link pictures one at a time in a process of its own, which is there while there is work. */
export function createLinkPictureDrawer(): LinkPictureDrawer {
  const queue = createDrawingQueue<LinkPictureFacts, LinkPictureAnswer>({
    file: new URL('./link-picture-process.ts', import.meta.url),
    heapMb: HEAP_MB,
    drawingMaxMs: DRAWING_MAX_MS,
  });
  return {
    async draw(facts) {
      const drawn = await queue.draw(facts);
      if (drawn.fault === 'busy') throw new Refusal('unavailable', { headers: { 'retry-after': '5' } });
      if (drawn.fault !== null) throw new DrawingFailed('The process that draws broke, or took too long');
      if ('error' in drawn.answer) throw new DrawingFailed(drawn.answer.error);
      return Buffer.from(drawn.answer.picture);
    },
    close: () => queue.close(),
  };
}
