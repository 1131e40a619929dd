import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const RESULTS = fileURLToPath(new URL('results/', import.meta.url));

/** Returns a stored result. Undefined if there is none. */
export async function readResult<Result>(name: string): Promise<Result | undefined> {
  const text = await readFile(join(RESULTS, `${name}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Result);
}

/** Returns a stored result. Throws if there is none. */
export async function requireResult<Result>(name: string): Promise<Result> {
  const result = await readResult<Result>(name);
  if (!result) throw new Error(`There is no ${name}.json in ${RESULTS}`);
  return result;
}

export async function storeResult(name: string, result: unknown): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify(result)}\n`);
}

/** Replaces the text between the markers of generated content. */
export function replaceGenerated(document: string, text: string): string {
  const [start, end] = ['<!-- generated -->', '<!-- end of generated -->'];
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`The document lacks ${start} or ${end}`);
  return `${document.slice(0, from + start.length)}\n\n${text}\n\n${document.slice(to)}`;
}

/** Writes the generated part of a document. */
export async function writeDocument(name: string, text: string): Promise<void> {
  const path = new URL(`../docs/${name}`, import.meta.url);
  await writeFile(path, replaceGenerated(await readFile(path, 'utf8'), text));
}
