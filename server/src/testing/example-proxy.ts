import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

const EXAMPLES = new URL('../../../hosting/', import.meta.url);

/** Returns an example of hosting/ with texts replaced. Throws if one is missing. */
export async function exampleWith(
  name: string,
  changes: readonly (readonly [RegExp, string])[],
): Promise<string> {
  const example = await readFile(new URL(name, EXAMPLES), 'utf8');
  return changes.reduce((config, [line, instead]) => {
    if (!line.test(config)) throw new Error(`hosting/${name} has no ${line}`);
    return config.replace(line, instead);
  }, example);
}

export interface ProxyProcess {
  /** Throws the output if the process has ended. */
  checkAlive: () => void;
  end: () => Promise<void>;
}

export function startProxy(program: string, args: string[], env: Record<string, string> = {}): ProxyProcess {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const ended = once(child, 'exit');
  return {
    checkAlive() {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}:\n${said}`);
    },
    async end() {
      child.kill();
      await ended;
    },
  };
}
