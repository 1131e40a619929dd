import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../hosting/', import.meta.url));
const PROMTOOL = '/usr/bin/promtool';
const TEST_MS = 120_000;
const namesIn = (file: string, key: string) =>
  readFileSync(join(FOLDER, file), 'utf8').match(new RegExp(`(?<=${key}: )\\w+`, 'g')) ?? [];

const hasPromtool = existsSync(PROMTOOL);
if (!hasPromtool) process.stdout.write(`skipped: there is no ${PROMTOOL} (Debian: prometheus)\n`);

test.runIf(hasPromtool)(
  'fires each alert rule for its condition and no other',
  async () => {
    const tested = namesIn('prometheus-alerts.test.yml', 'alertname');
    expect(tested).toEqual(namesIn('prometheus-alerts.yml', 'alert'));
    expect(tested.length).toBeGreaterThan(10);
    const args = ['test', 'rules', 'prometheus-alerts.test.yml'];
    const { stdout } = await promisify(execFile)(PROMTOOL, args, { cwd: FOLDER });
    expect(stdout).toContain('SUCCESS');
  },
  TEST_MS,
);
