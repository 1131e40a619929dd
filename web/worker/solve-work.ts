import type { WorkChallenge } from '@zapdeck/contract/sign-in/signup-work';
import { solveWork } from '@zapdeck/contract/sign-in/solve-work';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<WorkChallenge>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one page, of its own origin
  self.postMessage(solveWork(data));
});
