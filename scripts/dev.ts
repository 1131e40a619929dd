import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Where Vite serves the web app and hands calls on to the server. */
const WEB_URL = 'http://localhost:5173';

function start(command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
}

// The port is told to both: the server listens there, and Vite hands calls on to it.
if (existsSync('.env')) process.loadEnvFile('.env');

// The origin check and the links follow the address that the developer's browser shows.
const children = [
  start(
    'node',
    ['--watch', '--watch-path=server/src', '--watch-path=contract/src', 'server/src/start/main.ts'],
    {
      PUBLIC_URL: WEB_URL,
      ALLOW_PRIVATE_URLS: '1',
    },
  ),
  start('npm', ['run', 'dev', '-w', 'web', '--silent']),
];
process.stdout.write(`\n  Hot reload on both sides: ${WEB_URL}\n\n`);

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
await Promise.race(children.map((child) => once(child, 'exit')));
stop();
