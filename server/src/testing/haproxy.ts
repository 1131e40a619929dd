import { writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { withinMinute } from './eventually.ts';
import { exampleWith, startProxy } from './example-proxy.ts';
import { freePorts } from './server-process.ts';

export const HAPROXY = '/usr/sbin/haproxy';

/** Column and value of `show servers state` for a healthy server. */
const STATE_COLUMN = 5;
const RUNNING = '2';

interface Haproxy {
  url: string;
  allUp: () => Promise<void>;
  end: () => Promise<void>;
}

/** Starts Debian's haproxy with the configuration of hosting/ in front of two nodes. */
export async function startHaproxy(
  folder: string,
  [one, two]: readonly number[],
  intervalMs: number,
): Promise<Haproxy> {
  const { port } = await freePorts();
  const socket = join(folder, 'haproxy.sock');
  const file = join(folder, 'haproxy.cfg');
  const config = await exampleWith('haproxy.cfg', [
    [/bind :80$/m, `bind 127.0.0.1:${port}`],
    [/inter 2s fall 3/, `inter ${intervalMs}ms fall 3`],
    [/retries 1\n +option redispatch 1$/m, 'retries 0'],
    [/server one \S+$/m, `server one 127.0.0.1:${one}`],
    [/server two \S+$/m, `server two 127.0.0.1:${two}`],
  ]);
  await writeFile(file, `global\n  stats socket ${socket}\n\n${config}`);
  const { checkAlive, end } = startProxy(HAPROXY, ['-db', '-f', file]);
  const states = async () => {
    const answer = await text(createConnection(socket).end('show servers state\n'));
    const servers = answer.split('\n').filter((line) => /^\d+ nodes /.test(line));
    return servers.map((line) => line.split(' ')[STATE_COLUMN]);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    allUp: () =>
      withinMinute(async () => {
        checkAlive();
        const found = await states();
        if (found.join() !== [RUNNING, RUNNING].join()) throw new Error(`The nodes are ${found.join()}`);
      }),
    end,
  };
}
