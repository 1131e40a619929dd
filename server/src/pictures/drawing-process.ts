import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { drawPicture, type PictureOrder } from './draw-picture.ts';
import { processorLimitMs } from './processor-limit.ts';

/* A decoder that crashes, hangs or takes memory harms only this process, which has no secrets. */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
try {
  // Linux ends this process first if memory runs out.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such setting.
}

const LOOK_MS = 50;

function measureProcessorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

process.on('disconnect', () => process.exit());
process.on('message', (order: PictureOrder) => {
  const spentMs = measureProcessorTime();
  const limitMs = processorLimitMs(order.bytes);
  const limit = setInterval(() => {
    // Native code cannot be stopped in another way.
    if (spentMs() > limitMs) process.kill(process.pid, 'SIGKILL');
  }, LOOK_MS);
  void drawPicture(order).then((drawn) => {
    clearInterval(limit);
    process.send?.({ drawn, spentMs: spentMs() });
  });
});
