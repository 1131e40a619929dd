import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const PLACE = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | undefined>();

function readMap(file: string): SourceMap | undefined {
  const map = new URL(`${file}.map`);
  return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined;
}

export function sourceStack(stack: string): string {
  return stack.replace(PLACE, (place: string, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    const origin = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    // On another line, the nearest position in our code precedes code of a package.
    if (!origin || !('originalSource' in origin) || origin.generatedLine !== Number(line) - 1) return place;
    const source = new URL(origin.originalSource, file).href;
    return `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
  });
}
