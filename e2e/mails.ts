import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Returns the whole mails to the address so far as text, oldest first. */
export async function mailsTo(folder: string, email: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  const sources = await Promise.all(
    files
      .filter((file) => file.endsWith('.eml'))
      .map(async (file) => {
        const path = join(folder, file);
        return { source: await readFile(path, 'utf8'), writtenAt: (await stat(path)).mtimeMs };
      }),
  );
  return sources
    .toSorted((one, other) => one.writtenAt - other.writtenAt)
    .map(({ source }) => source.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
    .filter((source) => source.includes(email));
}

/** Waits for this many mails with a link to the screen. Returns the links without their origin, oldest first. */
export async function linksTo(folder: string, email: string, path: string, count = 1): Promise<string[]> {
  const pattern = new RegExp(`http://\\S+?(${path}#token=[\\w-]{43})`);
  const read = async () => (await mailsTo(folder, email)).flatMap((mail) => pattern.exec(mail)?.[1] ?? []);
  await expect.poll(async () => (await read()).length, { timeout: 60_000 }).toBe(count);
  return read();
}
