import { constants, setPriority } from 'node:os';
import { type LinkPictureFacts, drawLinkPicture } from './draw-link-picture.ts';

/*
 * A process beside the server: a drawing takes its processor for as long as hundreds of requests, and its fonts and
 * outlines are gone with it. Others have the processor before it, and it ends with the server.
 */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());
process.on('message', (facts: LinkPictureFacts) => {
  drawLinkPicture(facts).then(
    (picture) => process.send?.({ picture }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
