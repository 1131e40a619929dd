import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { findGroups } from './find-groups.ts';
import type { Likes } from './likes.ts';

// On Linux, this is the priority of the thread. Requests and the database come first.
setPriority(constants.priority.PRIORITY_LOW);
parentPort?.postMessage(findGroups(workerData as Likes), []);
