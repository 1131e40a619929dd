import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { render } from '../../../../testing/render.ts';
import { leaveStage, throwCard } from './card-motion.ts';

let card: HTMLElement;
beforeEach(() => {
  render(<div id="card" style={{ width: 300, height: 400 }} />);
  card = document.querySelector<HTMLElement>('#card') as HTMLElement;
});
afterEach(() => void vi.useRealTimers());

const running = () => card.getAnimations();

describe('leaveStage', () => {
  test('takes over a card that a swipe has thrown, and resolves when it is gone', async () => {
    throwCard(card, 'left', 2);
    const [thrown] = running();
    let isGone = false;
    const left = leaveStage(card, 'pass').then(() => (isGone = true));
    expect(running()).toEqual([thrown]);
    await Promise.resolve();
    expect(isGone).toBe(false);
    thrown?.finish();
    await left;
    expect(isGone).toBe(true);
  });

  test.each(['like', 'pass', 'zap', 'back'] as const)('starts the exit by %s itself', async (exit) => {
    const left = leaveStage(card, exit);
    expect(running()).toHaveLength(1);
    running()[0]?.finish();
    await left;
  });

  test('starts the exit only once', () => {
    void leaveStage(card, 'zap');
    void leaveStage(card, 'zap');
    expect(running()).toHaveLength(1);
  });

  test('resolves if the exit is cancelled', async () => {
    const left = leaveStage(card, 'pass');
    running()[0]?.cancel();
    await left;
  });

  test('resolves in time if the device does not finish the exit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const left = leaveStage(card, 'pass');
    running()[0]?.pause();
    vi.advanceTimersByTime(1_500);
    await left;
  });
});
