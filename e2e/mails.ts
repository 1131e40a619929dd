import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The mails to the address so far, as text, each a whole one. */
export async function mailsTo(folder: string, email: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  const sources = await Promise.all(
    files.filter((file) => file.endsWith('.eml')).map((file) => readFile(join(folder, file), 'utf8')),
  );
  return sources
    .map((source) => source.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
    .filter((source) => source.includes(email));
}

/** Waits for as many mails with a link to this screen as there are to be; returns the link of each, without its origin. */
export async function linksTo(folder: string, email: string, path: string, count = 1): Promise<string[]> {
  const pattern = new RegExp(`http://\\S+?(${path}#token=[\\w-]{43})`);
  const read = async () => (await mailsTo(folder, email)).flatMap((mail) => pattern.exec(mail)?.[1] ?? []);
  await expect.poll(async () => (await read()).length, { timeout: 120_000 }).toBe(count);
  return read();
}
