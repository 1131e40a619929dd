import { expect } from 'vitest';
import { withinMinute } from './eventually.ts';
import type { ServerProcess } from './server-process.ts';

/** Shutdown time of an idle node. */
const STOP_MAX_MS = 10_000;

async function readGauge(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, value] = new RegExp(`^${name} (.+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`There is no ${name}`);
  return Number(value);
}

async function readHeld(url: string): Promise<number> {
  const [connections, idle] = [
    await readGauge(url, 'zapdeck_db_pool_connections'),
    await readGauge(url, 'zapdeck_db_pool_idle'),
  ];
  return connections - idle;
}

/** Expects that an idle node has all connections back in its pool and ends soon after SIGTERM. */
export async function expectSoundPool(node: ServerProcess): Promise<void> {
  await withinMinute(async () => expect(await readHeld(node.url), 'connections held').toBe(0));
  const sinceMs = performance.now();
  expect(await node.end()).toBe(0);
  expect(performance.now() - sinceMs).toBeLessThan(STOP_MAX_MS);
}
