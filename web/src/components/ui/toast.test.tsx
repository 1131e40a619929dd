import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.ts';
import { Layer } from './layer.tsx';
import { leaveWithCard, Toaster, toast } from './toast.tsx';

const statuses = page.getByRole('status');
const alerts = page.getByRole('alert');
const SHOWN_MS = 5_000;
const LEAVES_MS = 300;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<Toaster />);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('replaces the message before', async () => {
  toast({ title: 'First' });
  toast({ title: 'Second', description: 'And more' });
  await expect.element(statuses).toHaveTextContent('SecondAnd more');
  await expect.element(page.getByText('First')).not.toBeInTheDocument();
});

test('announces an error as an alert, anything else as a status', async () => {
  toast({ title: 'Saved' });
  await expect.element(statuses).toHaveTextContent('Saved');
  await expect.element(alerts).toBeEmptyDOMElement();
  toast({ title: 'Not saved', variant: 'destructive' });
  await expect.element(alerts).toHaveTextContent('Not saved');
  await expect.element(statuses).toBeEmptyDOMElement();
});

describe('leaves', () => {
  test('after five seconds', async () => {
    toast({ title: 'Saved' });
    vi.advanceTimersByTime(SHOWN_MS - 1);
    await expect.element(statuses).toHaveTextContent('Saved');
    vi.advanceTimersByTime(1 + LEAVES_MS);
    await expect.element(statuses).toBeEmptyDOMElement();
  });

  test('on its button, and on its action, which runs', async () => {
    const onClick = vi.fn();
    toast({ title: 'Deleted' });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    vi.advanceTimersByTime(LEAVES_MS);
    await expect.element(statuses).toBeEmptyDOMElement();
    toast({ title: 'Deleted', action: { label: 'Undo', onClick } });
    await page.getByRole('button', { name: 'Undo' }).click();
    vi.advanceTimersByTime(LEAVES_MS);
    await expect.element(statuses).toBeEmptyDOMElement();
    expect(onClick).toHaveBeenCalledOnce();
  });

  test('with the card of the feed, unless it is a line or stays', async () => {
    for (const kept of [{ look: 'line' }, { stays: true }] as const) {
      toast({ title: 'Kept', ...kept });
      leaveWithCard();
      vi.advanceTimersByTime(LEAVES_MS);
      await expect.element(statuses).toHaveTextContent('Kept');
    }
    toast({ title: 'About the card' });
    leaveWithCard();
    vi.advanceTimersByTime(LEAVES_MS);
    await expect.element(statuses).toBeEmptyDOMElement();
  });
});

test('stays while it has the focus', async () => {
  toast({ title: 'Deleted', action: { label: 'Undo', onClick: () => {} } });
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).focus();
  vi.advanceTimersByTime(3 * SHOWN_MS);
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).blur();
  vi.advanceTimersByTime(SHOWN_MS + LEAVES_MS);
  await expect.element(statuses).toBeEmptyDOMElement();
});

test('is inside the open dialog, where it can be read and pressed', async () => {
  render(
    <>
      <Toaster />
      <Layer open onClose={() => {}} label="Test">
        <p>Content</p>
      </Layer>
    </>,
  );
  toast({ title: 'Saved' });
  await expect.element(page.getByRole('dialog').getByRole('status')).toHaveTextContent('Saved');
});
