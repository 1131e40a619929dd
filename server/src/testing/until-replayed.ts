import { expect } from 'vitest';
import { readLogPosition } from '../db/log-position.ts';
import { withinMinute } from './eventually.ts';
import type { TestApp } from './test-app.ts';

type Reader = Pick<TestApp, 'deps'>;

/** Waits until all replicas have replayed everything and are in use. */
export async function untilReplayed({ deps: { reads, db } }: Reader): Promise<void> {
  if (!reads.hasReplicas) return;
  const position = await readLogPosition(db);
  await withinMinute(() => expect(reads.replicas.every(({ serves }) => serves(position))).toBe(true));
}
