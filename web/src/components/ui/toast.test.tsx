import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.ts';
import { Layer } from './layer.tsx';
import { leaveWithCard, toast } from '../../lib/toasts.ts';
import { Toaster } from './toast.tsx';

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

test('replaces the previous message', async () => {
  toast({ title: 'First' });
  toast({ title: 'Second', description: 'And more' });
  await expect.element(statuses).toHaveTextContent('SecondAnd more');
  await expect.element(page.getByText('First')).not.toBeInTheDocument();
});

test('announces an error as an alert, anything else as a status', async () => {
  toast({ title: 'Saved' });
  await expect.element(statuses).toHaveTextContent('Saved');
  await expect.element(alerts).toBeEmptyDOMElement();
  toast({ title: 'Couldn’t save your choice', variant: 'destructive' });
  await expect.element(alerts).toHaveTextContent('Couldn’t save your choice');
  await expect.element(statuses).toBeEmptyDOMElement();
});

test('leaves room for its text beside large buttons', async () => {
  document.documentElement.style.fontSize = '200%';
  toast({ title: 'Less like Tiny Piano', action: { label: 'Undo', onClick: () => {} } });
  const title = page.getByText('Less like Tiny Piano');
  await expect.element(title).toBeVisible();
  const { width } = title.element().getBoundingClientRect();
  document.documentElement.style.fontSize = '';
  expect(width).toBeGreaterThan(200);
});

describe('disappears', () => {
  test('when its sender dismisses it, but not if a later message is shown', async () => {
    const takeFirstBack = toast({ title: 'First' });
    const takeSecondBack = toast({ title: 'Second' });
    takeFirstBack();
    await vi.advanceTimersByTimeAsync(LEAVES_MS);
    await expect.element(statuses).toHaveTextContent('Second');
    takeSecondBack();
    await vi.advanceTimersByTimeAsync(LEAVES_MS);
    await expect.element(page.getByText('Second')).not.toBeInTheDocument();
  });

  test('after five seconds', async () => {
    toast({ title: 'Saved' });
    await vi.advanceTimersByTimeAsync(SHOWN_MS + LEAVES_MS - 1);
    expect(statuses.element()).toHaveTextContent('Saved');
    await vi.advanceTimersByTimeAsync(1);
    expect(statuses.element()).toBeEmptyDOMElement();
  });

  test('on its button, and on its action, which runs', async () => {
    const onClick = vi.fn();
    toast({ title: 'Deleted' });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await vi.advanceTimersByTimeAsync(LEAVES_MS);
    expect(statuses.element()).toBeEmptyDOMElement();
    toast({ title: 'Deleted', action: { label: 'Undo', onClick } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await vi.advanceTimersByTimeAsync(LEAVES_MS);
    expect(statuses.element()).toBeEmptyDOMElement();
    expect(onClick).toHaveBeenCalledOnce();
  });

  test('with the card of the feed, unless it is a line or `stays`', async () => {
    for (const kept of [{ look: 'line' }, { stays: true }] as const) {
      toast({ title: 'Kept', ...kept });
      leaveWithCard();
      await vi.advanceTimersByTimeAsync(LEAVES_MS);
      expect(statuses.element()).toHaveTextContent('Kept');
    }
    toast({ title: 'About the card' });
    leaveWithCard();
    await vi.advanceTimersByTimeAsync(LEAVES_MS);
    expect(statuses.element()).toBeEmptyDOMElement();
  });
});

test('only after it has lost the focus', async () => {
  toast({ title: 'Deleted', action: { label: 'Undo', onClick: () => {} } });
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).focus();
  await vi.advanceTimersByTimeAsync(3 * SHOWN_MS);
  expect(undo.element()).toBeVisible();
  (undo.element() as HTMLElement).blur();
  await vi.advanceTimersByTimeAsync(SHOWN_MS + LEAVES_MS);
  expect(statuses.element()).toBeEmptyDOMElement();
});

describe('in a dialog', () => {
  // Longer than any wait: Vitest moves the faked clock on while it polls.
  const stays = { durationMs: 3_600_000 };
  const inside = page.getByRole('dialog').getByRole('status');
  const show = (layer?: 'open' | 'closed') =>
    render(
      <>
        <Toaster />
        {layer ? (
          <Layer open={layer === 'open'} onClose={() => {}} label="Test">
            <p>Content</p>
          </Layer>
        ) : null}
      </>,
    );

  test('shows the message in the open dialog, where it can be read and pressed', async () => {
    show('closed');
    toast({ title: 'Saved', ...stays });
    show('open');
    await expect.element(inside).toHaveTextContent('Saved');
    toast({ title: 'Saved again', ...stays });
    await expect.element(inside).toHaveTextContent('Saved again');
    show('closed');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(statuses).toHaveTextContent('Saved again');
  });

  test('shows the message on the page when the dialog is unmounted while open', async () => {
    show('open');
    toast({ title: 'Saved', ...stays });
    await expect.element(inside).toHaveTextContent('Saved');
    show();
    await expect.element(statuses).toHaveTextContent('Saved');
  });
});
