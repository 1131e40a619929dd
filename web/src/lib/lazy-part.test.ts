import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lazyAhead } from './lazy-part.tsx';

test('shows a loaded component at once, and others after the loading state', async () => {
  const screens = [0, 1].map(() => lazyAhead(async () => ({ default: () => 'the screen' })));
  await screens[1]?.load();
  // renderToString does not wait for lazy components.
  const shown = screens.map(({ Component }) =>
    renderToString(createElement(Suspense, { fallback: 'loading' }, createElement(Component))),
  );
  expect(shown).toEqual([expect.stringContaining('loading'), expect.stringContaining('the screen')]);
});
