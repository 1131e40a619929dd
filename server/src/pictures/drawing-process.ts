import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { drawPicture, type PictureOrder } from './draw-picture.ts';

/* A decoder that crashes, hangs or takes memory only harms this process, which has no secrets. */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
try {
  // Linux ends this process first if memory runs out.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such setting.
}

/** CPU time of one drawing, which does not depend on the load of the machine. */
const CPU_MAX_US = 1_500_000;
const LOOK_MS = 50;

/** Native code cannot be stopped in another way. */
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
