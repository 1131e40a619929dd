import type { TouchEvent } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { pressOnRelease } from './press-on-release.ts';

/** A button of 44 by 44 pixels in the corner, or an element inside it. */
class FakeElement {
  readonly click = vi.fn();
  readonly focus = vi.fn();
  readonly button: FakeElement | null;
  constructor(button: FakeElement | null = null) {
    this.button = button;
  }
  closest(selector: string): FakeElement | null {
    return selector === 'button' ? this.button : this;
  }
  getBoundingClientRect() {
    return { left: 0, right: 44, top: 0, bottom: 44 };
  }
}

let button: FakeElement;
const preventDefault = vi.fn();

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  button = new FakeElement();
  preventDefault.mockReset();
});

function release(change: {
  target?: unknown;
  at?: [number, number];
  fingersLeft?: number;
  cancelable?: boolean;
}) {
  const { target = new FakeElement(button), at = [20, 20], fingersLeft = 0, cancelable = true } = change;
  const touch = { clientX: at[0], clientY: at[1] };
  pressOnRelease({
    target,
    changedTouches: [touch],
    touches: { length: fingersLeft },
    cancelable,
    preventDefault,
  } as unknown as TouchEvent);
}

test('clicks the button once and prevents the browser’s click', () => {
  release({});
  expect(button.click).toHaveBeenCalledTimes(1);
  expect(preventDefault).toHaveBeenCalledTimes(1);
  // The keys work only while the feed has the focus.
  expect(button.focus).toHaveBeenCalledWith({ preventScroll: true });
});

test('clicks nothing after the finger slid off the button', () => {
  release({ at: [45, 20] });
  expect(button.click).not.toHaveBeenCalled();
  expect(preventDefault).toHaveBeenCalledTimes(1);
});

test.each([
  ['beside the buttons', { target: new FakeElement(null) }],
  ['on no element', { target: {} }],
  ['while another finger is down', { fingersLeft: 1 }],
  ['of a scroll that runs already', { cancelable: false }],
])('leaves a release %s to the browser', (_, change) => {
  release(change);
  expect(button.click).not.toHaveBeenCalled();
  expect(preventDefault).not.toHaveBeenCalled();
});
