import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SETTLE_MS } from '../../lib/announce.ts';
import { render } from '../../testing/render.ts';
import { Status } from './status.tsx';

const region = page.getByRole('status');

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('inserts its first content again once the region has settled, so that it is announced', async () => {
  render(<Status>3 apps</Status>);
  const first = page.getByText('3 apps').element();
  expect(first.getAttribute('aria-hidden')).toBe('true');
  vi.advanceTimersByTime(SETTLE_MS);
  await expect.poll(() => page.getByText('3 apps').element()).not.toBe(first);
  await expect.element(page.getByText('3 apps')).not.toHaveAttribute('aria-hidden');
});

test('stays in the accessibility tree while empty, and announces later content', async () => {
  render(<Status>{null}</Status>);
  await expect.element(region).toBeEmptyDOMElement();
  vi.advanceTimersByTime(SETTLE_MS);
  render(<Status>No apps</Status>);
  await expect.element(region).toHaveTextContent('No apps');
  await expect.element(page.getByText('No apps')).not.toHaveAttribute('aria-hidden');
});

test('takes no space while empty', async () => {
  render(
    <>
      <Status className="mb-3 min-h-6">{null}</Status>
      <p>Below</p>
    </>,
  );
  expect(page.getByText('Below').element().getBoundingClientRect().top).toBe(0);
});
