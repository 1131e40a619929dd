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

/** Processor time of one drawing. It does not depend on the load of the machine, as the time on a clock would. */
const CPU_MAX_US = 1_500_000;
const LOOK_MS = 50;

/** Ends the process when the drawing that begins now takes too much; native code cannot be stopped in another way. */
function limitProcessorTime(): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > CPU_MAX_US) process.kill(process.pid, 'SIGKILL');
  }, LOOK_MS);
}

process.on('disconnect', () => process.exit());
process.on('message', (order: PictureOrder) => {
  const limit = limitProcessorTime();
  void drawPicture(order).then((drawn) => {
    clearInterval(limit);
    process.send?.(drawn);
  });
});
