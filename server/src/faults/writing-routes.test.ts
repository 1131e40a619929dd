import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { type LoneNode, startLoneNode } from '../testing/lone-node.ts';
import { findFalseResponses, isStored, markedWrites, writeOnce } from '../testing/write-once.ts';

const TEST_MS = 120_000;

let node: LoneNode;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const folder = await clusterFolder();
  closing.push(() => folder.remove());
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path });
  closing.push(() => postgres.stop());
  node = await startLoneNode(postgres.connection);
  closing.push(() => node.process.end());
}, TEST_MS);
afterAll(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

test.each(markedWrites)(
  'the ledger finds a row stored by %s, and detects a wrong response',
  async (name) => {
    const { target } = node;
    const url = target.urls[0] ?? '';
    const write = await writeOnce(target, url, name, 1);
    expect([write.status >= 200 && write.status < 300, write.text]).toEqual([true, write.text]);
    expect(await findFalseResponses(target.query, [write])).toEqual([]);
    expect(await findFalseResponses(target.query, [{ ...write, status: 503 }])).toHaveLength(1);
    // No server listens at this address: the rows are prepared, but the call is not made.
    const unsent = await writeOnce(target, 'http://127.0.0.1:1', name, 2);
    expect(unsent.status).toBe(0);
    expect(await isStored(target.query, unsent)).toBe(false);
  },
  TEST_MS,
);
