import type { Person } from './person.ts';

/** The app in front: its place in the deck and its name. */
function readCard(): { seq: string; title: string } | undefined {
  const card = document.querySelector<HTMLElement>('[data-role=current]');
  const title = card?.querySelector('h2')?.textContent;
  return card && title ? { seq: card.dataset['seq'] ?? '', title } : undefined;
}

/** The app in front is there, and its splash is gone. */
function isAppShown(): boolean {
  const card = document.querySelector('[data-role=current]');
  return card !== null && !card.querySelector('.feed-poster') && card.querySelector('iframe') !== null;
}

/** Waits for the app in front to have loaded; returns its name. */
export async function appShown(person: Person): Promise<string> {
  await person.waitFor('a loaded app', isAppShown);
  return (await person.waitFor('a card', readCard)).title;
}

/** Does something that brings the next card, and waits for it; returns the name of the app on it. */
export async function toNext(person: Person, act: () => Promise<void>): Promise<string> {
  const { seq } = await person.waitFor('a card', readCard);
  await act();
  const next = await person.waitFor(
    'the next card',
    (before) => {
      const card = document.querySelector<HTMLElement>('[data-role=current]');
      const title = card?.querySelector('h2')?.textContent;
      return card?.dataset['seq'] === before ? undefined : title;
    },
    seq,
  );
  return next;
}

/** Throws the card in front to the right or to the left. */
export async function swipe(person: Person, to: 'right' | 'left'): Promise<void> {
  const { width, height } = await person.driver.run(() => ({ width: innerWidth, height: innerHeight }));
  const y = Math.round(height * 0.45);
  const at = (share: number) => ({ x: Math.round(width * (to === 'right' ? share : 1 - share)), y });
  await person.driver.drag([at(0.2), at(0.25), at(0.35), at(0.45), at(0.55), at(0.65), at(0.8)]);
}

/** Whether the layer lies over the app in front, which takes the swipes; without it the app takes every touch. */
export function waitForLayer(person: Person, isThere: boolean): Promise<boolean> {
  return person.waitFor(
    isThere ? 'the layer of the swipes' : 'the app to take the touches',
    (wanted) => {
      const layer = document.querySelector('[data-role=current] .feed-layer');
      return (layer?.checkVisibility({ visibilityProperty: true }) ?? false) === wanted;
    },
    isThere,
  );
}
