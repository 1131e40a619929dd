import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.ts';
import { Layer } from './layer.tsx';

/** Duration of the closing animation. */
const LEAVE_MS = 180;

const onClose = vi.fn();
const onClosed = vi.fn();
beforeEach(() => {
  onClose.mockReset();
  onClosed.mockReset();
});

function show(open: boolean): void {
  render(
    <>
      <button type="button">Before</button>
      <Layer
        open={open}
        onClose={onClose}
        onClosed={onClosed}
        label="Test"
        className="grid place-items-center"
      >
        <div className="bg-surface p-8">
          <button type="button">First</button>
          <input aria-label="Name" data-autofocus="" />
        </div>
      </Layer>
    </>,
  );
}
const dialog = page.getByRole('dialog');

test('focuses the marked element, and returns the focus after closing', async () => {
  show(false);
  await userEvent.tab();
  show(true);
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
  show(false);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Before' })).toHaveFocus();
  await expect.poll(() => onClosed.mock.calls.length).toBe(1);
});

test('leaves nothing focused if the previously focused element is gone', async () => {
  show(false);
  await userEvent.tab();
  show(true);
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
  document.querySelector('button')?.setAttribute('disabled', '');
  let focused: Element | null = null;
  onClosed.mockImplementation(() => (focused = document.activeElement));
  show(false);
  await expect.poll(() => focused).toBe(document.body);
});

test('returns the focus if it is unmounted while open', async () => {
  show(false);
  await userEvent.tab();
  show(true);
  await expect.element(page.getByLabelText('Name')).toHaveFocus();
  render(
    <>
      <button type="button">Before</button>
    </>,
  );
  await expect.element(page.getByRole('button', { name: 'Before' })).toHaveFocus();
});

test('keeps its content until the exit animation ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  show(true);
  show(false);
  await vi.advanceTimersByTimeAsync(LEAVE_MS - 1);
  expect(page.getByRole('button', { name: 'First' }).element()).toBeVisible();
  expect(onClosed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await expect.element(dialog).not.toBeInTheDocument();
});

describe('asks to close', () => {
  test('on Escape', async () => {
    show(true);
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    await expect.element(dialog).toBeVisible();
  });

  test('on a press outside of the panel', async () => {
    show(true);
    await dialog.click({ position: { x: 5, y: 5 } });
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('when the browser closes the dialog', async () => {
    show(true);
    document.querySelector('dialog')?.close();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  });
});

test('stays open on a press in the panel, and on a drag out of the panel', async () => {
  show(true);
  const field = page.getByLabelText('Name');
  await field.click();
  const outside = dialog.element().firstElementChild;
  field.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  outside?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
});
