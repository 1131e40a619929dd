import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { findGroups } from './find-groups.ts';
import type { Likes } from './likes.ts';

// Requests and the database come first. On other systems, the whole process would get this priority.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
parentPort?.postMessage(findGroups(workerData as Likes), []);
