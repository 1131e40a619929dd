import { expect } from 'vitest';
import { type LogPosition, readLogPosition } from '../db/log-position.ts';
import { eventually } from './eventually.ts';
import type { TestApp } from './test-app.ts';

type Reader = Pick<TestApp, 'deps'>;

/** Waits until all replicas have what was written and may be read from. */
export async function untilReplayed({ deps: { reads, db } }: Reader): Promise<void> {
  if (!reads.hasReplicas) return;
  const position = await readLogPosition(db);
  await eventually(() => expect(reads.replicas.every(({ serves }) => serves([position]))).toBe(true));
}

/** Mostly waits until a replica that chance names may answer, as it can when people look at a page before they ask for the next. */
export async function untilServed(
  { deps }: Reader,
  random: () => number,
  after: readonly (LogPosition | null | undefined)[],
): Promise<void> {
  const { replicas } = deps.reads;
  if (replicas.length === 0 || random() < 0.2) return;
  const replica = replicas[Math.floor(random() * replicas.length)];
  const needed = after.filter((position) => typeof position === 'string');
  await eventually(() => expect(replica?.serves(needed)).toBe(true));
}
