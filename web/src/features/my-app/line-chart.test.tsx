import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import './my-app.css';
import { render } from '../../testing/render.ts';
import { LineChart } from './line-chart.tsx';

const points = [
  { date: '2026-11-24', count: 0 },
  { date: '2026-11-25', count: 0 },
  { date: '2026-11-26', count: 3 },
];

for (const dir of ['ltr', 'rtl'])
  test(`draws the line from the first day to the last above their names, in the direction ${dir}`, () => {
    render(
      <div dir={dir}>
        <LineChart title="Views" points={points} />
      </div>,
    );
    const line = document.querySelector<SVGPathElement>('.day-line path:last-child') as SVGPathElement;
    const onScreen = (at: number) =>
      line.getPointAtLength(at).matrixTransform(line.getScreenCTM() as DOMMatrix).x;
    const toLast = onScreen(line.getTotalLength()) - onScreen(0);
    const sideOf = (name: RegExp) => page.getByText(name).element().getBoundingClientRect().x;
    expect(Math.sign(toLast)).toBe(Math.sign(sideOf(/^today/) - sideOf(/^Nov/)));
  });
