import type { FirstViewsReport, ViewBudget } from '@zapdeck/contract/feed/first-views';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.ts';
import { Report } from './first-views-report.tsx';

const budget: ViewBudget = {
  id: '00000000-0000-7000-8000-000000000001',
  kind: 'first',
  note: null,
  wanted: 100,
  views: 100,
  startedAt: '2026-11-26T08:00:00.000Z',
  isPaused: false,
  finishedAt: '2026-11-27T08:00:00.000Z',
  report: null,
};
const report: FirstViewsReport = {
  members: 80,
  likes: 20,
  likeRate: { rate: 0.25, low: 0.1, high: 0.5 },
  triedMs: 14_500,
  tried: [
    { fromMs: 0, toMs: 3_000, people: 20 },
    { fromMs: 60_000, toMs: 180_000, people: 60 },
  ],
  category: 'Games',
  place: { rank: 3, of: 41 },
  medians: { category: 'Games', reports: 12, likeRate: 0.4, triedMs: 8_200 },
};

/** Returns the horizontal middle of the drawn element, as a share of the width of its drawing. */
function placeOf(selector: string): number {
  const drawn = document.querySelector<SVGElement>(selector);
  const whole = drawn?.ownerSVGElement?.getBoundingClientRect();
  const own = drawn?.getBoundingClientRect();
  if (!whole || !own) throw new Error(`Nothing is drawn as ${selector}`);
  return (own.x + own.width / 2 - whole.x) / whole.width;
}

beforeEach(() => {
  document.documentElement.style.fontSize = '';
});
afterEach(() => {
  document.documentElement.style.fontSize = '';
});

test('draws the like rate within its interval, and the median of other apps', async () => {
  render(<Report budget={budget} report={report} />);
  await expect.element(page.getByText('Probable range: 10% to 50%')).toBeVisible();
  await expect.element(page.getByText('Median in Games: 40%')).toBeVisible();
  expect(placeOf('.rate-value')).toBeCloseTo(0.25, 2);
  expect(placeOf('.rate-range')).toBeCloseTo(0.3, 2);
  expect(placeOf('.rate-scale > .rate-median')).toBeCloseTo(0.4, 2);
});

test('draws from right to left in such languages', () => {
  render(
    <div dir="rtl">
      <Report budget={budget} report={report} />
    </div>,
  );
  expect(placeOf('.rate-value')).toBeCloseTo(0.75, 2);
  const [bar, track] = ['.tried-bar > rect', '.tried-bar'].map((part) =>
    document.querySelector(part)?.getBoundingClientRect(),
  );
  expect(bar?.right).toBeCloseTo(track?.right ?? 0, 0);
  expect(bar?.left).toBeGreaterThan(track?.left ?? 0);
});

test('draws no median if there are too few other reports', async () => {
  render(<Report budget={budget} report={{ ...report, medians: null }} />);
  await expect.element(page.getByText('There are too few other reports to compare with.')).toBeVisible();
  expect(document.querySelector('.rate-median')).toBeNull();
});

test('draws bars in proportion to their numbers of people', () => {
  render(<Report budget={budget} report={report} />);
  const [short, long] = [...document.querySelectorAll('.tried-bar > rect')].map(
    (bar) => bar.getBoundingClientRect().width,
  );
  expect(Number(long) / Number(short)).toBeCloseTo(3, 1);
});

test('aligns the numbers of two reports, even if only one has a note', () => {
  render(
    <div className="reports" style={{ width: 900 }}>
      <Report budget={{ ...budget, kind: 'version', note: 'New levels.\n'.repeat(5) }} report={report} />
      <Report budget={budget} report={report} />
    </div>,
  );
  const [left, right] = [...document.querySelectorAll('.report-numbers')].map((numbers) =>
    numbers.getBoundingClientRect(),
  );
  expect(right?.left).toBeGreaterThan(left?.right ?? 0);
  expect(right?.top).toBe(left?.top);
});

test('draws no bars if all people are in one range', async () => {
  render(<Report budget={budget} report={{ ...report, tried: [{ fromMs: 0, toMs: null, people: 80 }] }} />);
  await expect.element(page.getByText('Median time in app')).toBeVisible();
  expect(document.querySelector('.tried-bar')).toBeNull();
});

test.each([
  ['a narrow phone', '100%', 230],
  ['a phone with text of twice the size', '200%', 300],
])('fits %s', (_, fontSize, width) => {
  document.documentElement.style.fontSize = fontSize;
  render(
    <div style={{ width, overflow: 'hidden' }}>
      <Report budget={budget} report={report} />
    </div>,
  );
  const article = page.getByRole('article').element();
  const right = article.getBoundingClientRect().right;
  const outside = [...article.querySelectorAll('*')].filter(
    (part) => !part.closest('svg') && part.getBoundingClientRect().right > right + 1,
  );
  expect(outside.map((part) => part.textContent)).toEqual([]);
  for (const bar of article.querySelectorAll('.tried-bar'))
    expect(bar.getBoundingClientRect().width).toBeGreaterThan(40);
});
