import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { figure } from './figures.ts';
import { type AdminResult, adminSection } from './admin-report.ts';
import { growthChart, growthSection } from './growth-report.ts';
import { describeMachine } from './machine.ts';
import { type MemoryResult, memorySection } from './memory-report.ts';
import { type PicturesResult, picturesSection } from './pictures-report.ts';
import { type Result, tableOfResult } from './report.ts';
import { replaceGenerated } from './table.ts';

function sectionOf(result: Result): string {
  const { size, runs, seconds, leadIn = 0, machine, at } = result;
  const after = leadIn > 0 ? `, each after ${leadIn} uncounted requests of each connection` : '';
  const title = `### ${figure(size.apps)} apps, ${figure(size.users)} users, ${figure(size.seen)} seen`;
  const how = `${runs} interleaved runs of ${seconds} s${after}, ${at.slice(0, 10)}. ${describeMachine(machine)}.`;
  return [title, how, tableOfResult(result)].join('\n\n');
}

async function readJson<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

async function readResults(folder: string): Promise<Result[]> {
  const names = (await readdir(folder)).filter((name) => /^apps-\d+\.json$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .map((text) => JSON.parse(text) as Result)
    .toSorted((one, other) => one.size.apps - other.size.apps);
}

/** Writes tables and charts of the stored results into the document. */
export async function writePerformance(resultsFolder: string, docsFolder: string): Promise<void> {
  const results = await readResults(resultsFolder);
  const admin = await readJson<AdminResult>(join(resultsFolder, 'admin-lists.json'));
  const memory = await readJson<MemoryResult>(join(resultsFolder, 'memory.json'));
  const pictures = await readJson<PicturesResult>(join(resultsFolder, 'pictures.json'));
  const sections = [
    ...(results.length > 0 ? [growthSection(results), ...results.map(sectionOf)] : []),
    ...(memory ? [memorySection(memory)] : []),
    ...(pictures ? [picturesSection(pictures)] : []),
    ...(admin ? [adminSection(admin)] : []),
  ];
  if (results.length > 0) await writeFile(join(docsFolder, 'performance.svg'), growthChart(results));
  const path = join(docsFolder, 'performance.md');
  await writeFile(path, replaceGenerated(await readFile(path, 'utf8'), sections.join('\n\n')));
}
