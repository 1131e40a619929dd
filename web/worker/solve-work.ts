import type { WorkChallenge } from '@zapdeck/contract/signup-work';
import { solveWork } from '@zapdeck/contract/solve-work';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<WorkChallenge>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one page, of its own origin
  self.postMessage(solveWork(data));
});
