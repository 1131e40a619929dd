import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Vite serves the web app here and proxies calls to the server. */
const WEB_URL = 'http://localhost:5173';

function start(command: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
}

// Server and proxy use the same port.
if (existsSync('.env')) process.loadEnvFile('.env');

// Origin check and links use the address of the developer's browser.
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
