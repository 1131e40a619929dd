import type { ListedDeck } from '@zapdeck/contract/feed/deck-list';
import { expect, test } from 'vitest';
import { render } from '../../testing/render.ts';
import { DeckTile } from './all-decks.tsx';
import './discover.css';

const deck = (number: number): ListedDeck => ({
  id: `tag:${number}`,
  title: `Deck ${number}`,
  line: 'The best apps with this tag',
  apps: 3,
  newApps: 0,
  covers: [],
  isHidden: false,
});

const widths = [280, 360, 704, 960];
const cases = widths.flatMap((width) => [1, 2, 3, 4, 5, 6, 7].map((count) => [count, width] as const));

test.each(cases)('%d decks leave no gap at a width of %d pixels', (count, width) => {
  render(
    <section className="discover-decks" style={{ width }}>
      <ul className="discover-tiles">
        {Array.from({ length: count }, (_, place) => (
          <DeckTile key={place} listed={deck(place)} />
        ))}
      </ul>
    </section>,
  );
  const list = document.querySelector('.discover-tiles')?.getBoundingClientRect();
  const tiles = [...document.querySelectorAll('.discover-tile')].map((tile) => tile.getBoundingClientRect());
  expect(tiles).toHaveLength(count);
  expect(tiles.at(-1)?.right).toBeCloseTo(list?.right ?? 0, 0);
  expect(Math.max(...tiles.map(({ right }) => right))).toBeCloseTo(list?.right ?? 0, 0);
});
