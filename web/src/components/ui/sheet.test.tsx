import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { Sheet } from './sheet.tsx';
import { SheetButtons, SheetForm } from './sheet-form.tsx';

const onClose = vi.fn();
beforeEach(() => void onClose.mockReset());

function show(isBusy = false): void {
  render(
    <Sheet open onClose={onClose} title="Report this app" isBusy={isBusy}>
      <p>What is wrong?</p>
    </Sheet>,
  );
}

/** Drags the head of the sheet down by some pixels, within a time. Returns a function that lets go. */
function startDrag(distance: number, durationMs: number): () => void {
  const head = page.getByRole('heading').element();
  const { x, y } = head.getBoundingClientRect();
  const send = (type: string, clientY: number, timeStamp: number) => {
    const event = new PointerEvent(type, { bubbles: true, clientX: x, clientY, pointerId: 1 });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    head.dispatchEvent(event);
  };
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
  send('pointerdown', y, 1_000);
  send('pointermove', y + distance, 1_000 + durationMs);
  vi.restoreAllMocks();
  return () => send('pointerup', y + distance, 1_000 + durationMs);
}

test('is a dialog named by its title', async () => {
  show();
  await expect.element(page.getByRole('dialog', { name: 'Report this app' })).toBeVisible();
});

describe('closes', () => {
  test('by its button', async () => {
    show();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(onClose).toHaveBeenCalledOnce();
  });

  test.each([
    ['a long drag', 120, 1_000],
    ['a quick drag', 40, 50],
  ])('on %s', (_, distance, durationMs) => {
    show();
    startDrag(distance, durationMs)();
    expect(onClose).toHaveBeenCalledOnce();
  });
});

test('follows a short and slow drag, and returns to its place', async () => {
  show();
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  const top = () => page.getByRole('heading').element().getBoundingClientRect().top;
  const before = top();
  const letGo = startDrag(60, 1_000);
  await expect.poll(top).toBeCloseTo(before + 60, 0);
  letGo();
  await expect.poll(top).toBeCloseTo(before, 0);
  expect(onClose).not.toHaveBeenCalled();
});

test('can be dragged on a phone only', async () => {
  await page.viewport(1_000, 800);
  show();
  startDrag(300, 100)();
  await page.viewport(390, 844);
  expect(onClose).not.toHaveBeenCalled();
});

test('stays open while it is busy', async () => {
  show(true);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').click({ position: { x: 5, y: 5 } });
  startDrag(300, 100)();
  expect(onClose).not.toHaveBeenCalled();
  await expect.element(page.getByText('What is wrong?')).toBeVisible();
});

test('scrolls its last field above the buttons', async () => {
  render(
    <Sheet open onClose={onClose} title="Report this app">
      <form className="grid gap-5">
        <div style={{ height: 3_000 }} />
        <input aria-label="Details" className="h-12" />
        <SheetButtons>
          <button type="submit" className="h-11">
            Send
          </button>
        </SheetButtons>
      </form>
    </Sheet>,
  );
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  const field = page.getByLabelText('Details').element();
  const scroller = field.closest('.overflow-y-auto') as HTMLElement;
  scroller.scrollTop = scroller.scrollHeight;
  const bar = document.querySelector('.sheet-buttons') as HTMLElement;
  expect(field.getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.getBoundingClientRect().top);
});

describe('buttons at the end', () => {
  const names = () =>
    page
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent);

  test('of a question start with Cancel, which has the focus', async () => {
    render(
      <ConfirmSheet
        open
        title="Delete your page?"
        confirm="Delete page"
        pending={undefined}
        onConfirm={vi.fn()}
        onClose={onClose}
      >
        <p>Your apps stay.</p>
      </ConfirmSheet>,
    );
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(names().slice(-2)).toEqual(['Cancel', 'Delete page']);
  });

  test('of a form start with Cancel', async () => {
    render(
      <Sheet open title="Rename" onClose={onClose}>
        <SheetForm
          ref={{ current: null }}
          onSubmit={vi.fn()}
          onClose={onClose}
          submit="Save"
          pending={undefined}
        >
          <p>Name</p>
        </SheetForm>
      </Sheet>,
    );
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeVisible();
    expect(names().slice(-2)).toEqual(['Cancel', 'Save']);
  });
});
