import type { Person } from './person.ts';

/** Returns number and title of the current card. Runs in the page. */
function readCard(): { seq: string; title: string } | undefined {
  const card = document.querySelector<HTMLElement>('[data-role=current]');
  const title = card?.querySelector('h2')?.textContent;
  return card && title ? { seq: card.dataset['seq'] ?? '', title } : undefined;
}

/** Returns true if the current card has a frame and no splash. Runs in the page. */
function isAppShown(): boolean {
  const card = document.querySelector('[data-role=current]');
  return card !== null && !card.querySelector('.feed-poster') && card.querySelector('iframe') !== null;
}

/** Waits until the current app has loaded, and returns its title. */
export async function appShown(person: Person): Promise<string> {
  await person.waitFor('a loaded app', isAppShown);
  return (await person.waitFor('a card', readCard)).title;
}

/** Runs an action that moves the deck, and waits for the other card. Returns its title. */
export async function toOtherCard(person: Person, act: () => Promise<void>): Promise<string> {
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

/** Swipes the current card to the right or to the left. */
export async function swipe(person: Person, to: 'right' | 'left'): Promise<void> {
  const { width, height } = await person.driver.run(() => ({ width: innerWidth, height: innerHeight }));
  const y = Math.round(height * 0.45);
  const at = (share: number) => ({ x: Math.round(width * (to === 'right' ? share : 1 - share)), y });
  await person.driver.drag([at(0.2), at(0.25), at(0.35), at(0.45), at(0.55), at(0.65), at(0.8)]);
}

/** Waits until the gesture layer is over the current app, or until it is lifted. */
export function waitForLayer(person: Person, isThere: boolean): Promise<boolean> {
  return person.waitFor(
    isThere ? 'the gesture layer' : 'the gesture layer to be lifted',
    (wanted) => {
      const layer = document.querySelector('[data-role=current] .feed-layer');
      return (layer?.checkVisibility({ visibilityProperty: true }) ?? false) === wanted;
    },
    isThere,
  );
}
