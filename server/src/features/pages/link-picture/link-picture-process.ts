import { constants, setPriority } from 'node:os';
import { drawInstancePicture, type InstancePictureFacts } from './draw-instance-picture.ts';
import { type LinkPictureFacts, drawLinkPicture } from './draw-link-picture.ts';

/* Runs as a child process with low priority, because drawing blocks the CPU. Its memory is freed when it ends. */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());
process.on('message', (facts: LinkPictureFacts | InstancePictureFacts) => {
  const drawn = 'heading' in facts ? drawInstancePicture(facts) : drawLinkPicture(facts);
  drawn.then(
    (picture) => process.send?.({ picture }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
