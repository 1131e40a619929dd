import { constants, setPriority } from 'node:os';
import { type LinkPictureFacts, drawLinkPicture } from './draw-link-picture.ts';

/*
 * Child process, because a drawing blocks the CPU for as long as hundreds of requests take. It runs at low priority,
 * and its memory is freed when it ends.
 */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());
process.on('message', (facts: LinkPictureFacts) => {
  drawLinkPicture(facts).then(
    (picture) => process.send?.({ picture }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
