import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { findGroups } from './find-groups.ts';
import type { Likes } from './likes.ts';

// Requests and the database come first. Only Linux sets the priority of a single thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
parentPort?.postMessage(findGroups(workerData as Likes), []);
