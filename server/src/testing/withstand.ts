import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Ledger, startLedger } from './ledger.ts';
import type { Target } from './write-once.ts';

/** Acknowledged writes before and after the fault. */
const WRITES = 100;
const BEFORE_MS = 1_000;
const POLL_MS = 50;
/** Longer than any fault blocks all writes. */
const STALL_MAX_MS = 120_000;
/** No response, 503 (nothing happened) and 504 (outcome unknown). */
const ALLOWED = new Set([0, 503, 504]);

/** Effect of a fault on clients that kept writing. */
export interface Outcome {
  fault: string;
  acknowledged: number;
  lost: number;
  gapMs: number;
  statuses: Record<string, number>;
  repeatedTwice: number;
}

function gapOf(acknowledgedAt: readonly number[], since: number): number {
  const times = [since, ...acknowledgedAt.filter((time) => time > since)];
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
}

/** Waits for more acknowledged writes. Throws after two minutes without any. */
export async function moreAcknowledged({ acknowledgedAt }: Ledger, count: number): Promise<void> {
  const target = acknowledgedAt.length + count;
  const sinceMs = performance.now();
  while (acknowledgedAt.length < target) {
    if (performance.now() - Math.max(sinceMs, acknowledgedAt.at(-1) ?? 0) > STALL_MAX_MS)
      throw new Error('No write was acknowledged for two minutes');
    await delay(POLL_MS);
  }
}

/** Returns the row of the table in docs/faults.md. */
function lineOf({ fault, acknowledged, lost, gapMs, statuses }: Outcome): string {
  const counts = [503, 504, 0].map((status) => statuses[status] ?? 0);
  return `| ${[fault, acknowledged, lost, `${(gapMs / 1_000).toFixed(1)} s`, ...counts].join(' | ')} |`;
}

/**
 * Injects a fault while clients keep writing, also after it. Expects that every acknowledged write is stored and
 * that all failures are 503 or 504.
 */
export async function withstand(
  target: Target,
  appIds: readonly string[],
  fault: string,
  inject: (ledger: Ledger) => Promise<void>,
): Promise<Outcome> {
  const ledger = await startLedger(target, appIds);
  try {
    await moreAcknowledged(ledger, WRITES);
    await delay(BEFORE_MS);
    const since = performance.now();
    await inject(ledger);
    await moreAcknowledged(ledger, WRITES);
    await ledger.stop();
    const lost = await ledger.findLost();
    const outcome: Outcome = {
      fault,
      acknowledged: ledger.acknowledgedAt.length,
      lost: lost.length,
      gapMs: Math.round(gapOf(ledger.acknowledgedAt, since)),
      statuses: Object.fromEntries(ledger.statuses),
      repeatedTwice: ledger.repeatedTwice(),
    };
    process.stdout.write(`${lineOf(outcome)}\n`);
    expect(lost, fault).toEqual([]);
    const faults = [...ledger.statuses.keys()].filter((status) => status === 0 || status >= 500);
    expect(
      faults.filter((status) => !ALLOWED.has(status)),
      fault,
    ).toEqual([]);
    return outcome;
  } finally {
    ledger.abandon();
  }
}
