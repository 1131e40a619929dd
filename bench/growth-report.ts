import { lineChart } from './chart.ts';
import { figure } from './figures.ts';
import { medianTime, type Result } from './report.ts';
import { tableOf } from './table.ts';

const GROWTH_WANTED = 1.5;

interface Growth {
  name: string;
  points: [apps: number, ms: number][];
}

/** Returns median times of feed pages by viewer and catalogue size. */
function growthOf(results: readonly Result[]): Growth[] {
  const feeds = results.flatMap(({ size, measured }) =>
    measured
      .filter(({ name }) => name.startsWith('feed'))
      .map((one) => ({ name: one.name.replace('feed, ', ''), apps: size.apps, ms: medianTime(one) })),
  );
  const byName = Map.groupBy(feeds, ({ name }) => name);
  return [...byName].map(([name, list]) => ({ name, points: list.map(({ apps, ms }) => [apps, ms]) }));
}

export function growthSection(results: readonly Result[]): string {
  const growth = growthOf(results);
  const sizes = results.map(({ size }) => size.apps);
  const table = tableOf(
    ['viewer', ...sizes.map((apps) => `${figure(apps)} apps`)],
    growth.map(({ name, points }) => [
      name,
      ...sizes.map((apps) => {
        const ms = points.find(([at]) => at === apps)?.[1];
        return ms === undefined ? '–' : `${figure(ms)} ms`;
      }),
    ]),
  );
  const parts = [
    '### How a page of the feed grows with the catalogue',
    '![Median time of a feed page by apps in the catalogue](performance.svg)',
    table,
  ];
  const smallest = growth.find(({ name }) => name === 'light')?.points[0];
  const largest = growth.find(({ name }) => name === 'extreme')?.points.at(-1);
  if (smallest && largest && largest[0] > smallest[0]) {
    const ratio = (largest[1] / smallest[1]).toFixed(2);
    parts.push(
      `An extreme viewer of the largest catalogue waits ${ratio} times as long as a light viewer of the smallest. Wanted: at most ${GROWTH_WANTED} times.`,
    );
  }
  return parts.join('\n\n');
}

export function growthChart(results: readonly Result[]): string {
  return lineChart('Median time of a feed page, 32 callers at once', {
    lines: growthOf(results),
    x: 'apps in the catalogue (each step is ten times as many)',
    y: 'milliseconds',
  });
}
