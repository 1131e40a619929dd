import { Refusal } from '../../../http/refusal.ts';
import { createDrawingQueue } from '../../../pictures/drawing-queue.ts';
import type { InstancePictureFacts } from './draw-instance-picture.ts';
import type { LinkPictureFacts } from './draw-link-picture.ts';

/** Longer than any drawing takes on a very slow machine. */
const DRAWING_MAX_MS = 120_000;
const HEAP_MB = 96;

type LinkPictureAnswer = { picture: Uint8Array } | { error: string };

/** The picture cannot be drawn, or not in time. A retry would not help. */
export class DrawingFailed extends Error {
  override name = 'DrawingFailed';
}

export interface LinkPictureDrawer {
  /** Resolves with a PNG. Rejects with DrawingFailed, or `unavailable` if too many requests wait. */
  draw(facts: LinkPictureFacts | InstancePictureFacts): Promise<Buffer>;
  close(): void;
}

/** Creates a drawer that draws one picture at a time in a child process. The process ends when it has no work. */
export function createLinkPictureDrawer(): LinkPictureDrawer {
  const queue = createDrawingQueue<LinkPictureFacts | InstancePictureFacts, LinkPictureAnswer>({
    file: new URL('./link-picture-process.ts', import.meta.url),
    heapMb: HEAP_MB,
    drawingMaxMs: DRAWING_MAX_MS,
  });
  return {
    async draw(facts) {
      const drawn = await queue.draw(facts);
      if (drawn.fault === 'busy') throw new Refusal('unavailable', { headers: { 'retry-after': '5' } });
      if (drawn.fault !== null) throw new DrawingFailed('The drawing process failed or took too long');
      if ('error' in drawn.answer) throw new DrawingFailed(drawn.answer.error);
      return Buffer.from(drawn.answer.picture);
    },
    close: () => queue.close(),
  };
}
