import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { drawPicture, type PictureOrder } from './draw-picture.ts';

/*
 * The process that decodes what strangers send: decoders are native code, so what breaks, hangs or takes memory is this
 * process and not the server. It knows no secret, others have the processor before it, and it ends with the server.
 */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
try {
  // Where memory runs out, Linux is to take this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems choose for themselves.
}

process.on('disconnect', () => process.exit());
process.on('message', (order: PictureOrder) => {
  void drawPicture(order).then((drawn) => process.send?.(drawn));
});
