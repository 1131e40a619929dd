import { constants, setPriority } from 'node:os';
import { drawInstancePicture, type InstancePictureFacts } from './draw-instance-picture.ts';
import { type LinkPictureFacts, drawLinkPicture } from './draw-link-picture.ts';

/* A child process with low priority, because a drawing blocks the CPU for long. Its memory is freed with it. */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());
process.on('message', (facts: LinkPictureFacts | InstancePictureFacts) => {
  const drawn = 'heading' in facts ? drawInstancePicture(facts) : drawLinkPicture(facts);
  drawn.then(
    (picture) => process.send?.({ picture }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
