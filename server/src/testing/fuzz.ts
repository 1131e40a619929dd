import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

/**
 * Sends random requests to every endpoint for some minutes, or a number of requests to several nodes. A printed seed
 * repeats a run.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    nodes: { type: 'string' },
    requests: { type: 'string', default: '20000' },
    // Set by this file when it runs itself in a network namespace.
    apart: { type: 'boolean', default: false },
  },
});

/** Runs the nodes in a network namespace with our name server, because they fetch submitted URLs. Needs root. */
const APART = `echo nameserver 127.0.0.1 > /mnt/resolv.conf && mount --bind /mnt/resolv.conf /etc/resolv.conf &&
  ip link set lo up && exec "$@"`;

if (values.nodes !== undefined && !values.apart) {
  const again = [process.execPath, ...process.argv.slice(1), '--apart', '--seed', values.seed];
  const wrapped = ['--net', '--mount', 'sh', '-c', `mount -t tmpfs zapdeck /mnt && ${APART}`, 'sh', ...again];
  const { status } = spawnSync('unshare', wrapped, { stdio: 'inherit' });
  process.exit(status ?? 1);
}

const fuzz = {
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  nodes: Number(values.nodes ?? 0),
  requests: Number(values.requests),
};
const vitest = await startVitest('test', ['server/src/testing/fuzz/fuzz.test.ts'], {
  watch: false,
  project: ['fuzz'],
  provide: { fuzz },
});
await vitest.close();
