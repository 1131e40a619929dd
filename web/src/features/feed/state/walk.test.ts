import { BEST_DECK } from '@zapdeck/contract/feed/decks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anApp } from '../../../testing/an-app.ts';
import { createDeck, currentCard, type Deck, END, needsPage, type Page } from './deck.ts';
import { type DeckAction, reduceDeck } from './reduce-deck.ts';

/** Number of walks. CASES overrides it. */
const WALKS = Number(process.env['CASES'] ?? 300);
/** Seed of the random walks. It is fixed, so that every run makes the same walks. SEED overrides it. */
const SEED = Number(process.env['SEED'] ?? 1);

/**
 * Simulates the server. Its cursors return every app that was approved at the start, and after the end those approved since.
 * Pages may repeat apps.
 */
function createServer(chance: (below: number) => number) {
  const approved = new Set<string>();
  const given = new Map<string, Set<string>>([['', new Set()]]);
  const page = (cursor: string): Page => {
    const before = given.get(cursor) ?? new Set();
    const left = [...approved].filter((id) => !before.has(id));
    const fresh = left.slice(0, chance(4));
    const again = [...before].filter((id) => approved.has(id) && chance(3) === 0);
    const next = `after-${given.size}`;
    given.set(next, new Set([...before, ...fresh]));
    const isEnd = fresh.length === left.length && chance(4) > 0;
    const ids = chance(2) === 0 ? [...again, ...fresh] : [...fresh.toReversed(), ...again];
    return {
      apps: ids.map((id) => anApp(id)),
      cursor: isEnd ? null : next,
      endCursor: isEnd ? next : null,
    };
  };
  return { approved, page };
}

/** A pending response, and the apps that were approved when it was sent. */
interface Answer {
  cursor: string;
  page: Page;
  approved: ReadonlySet<string>;
}

interface Options {
  start: number;
  luck: readonly number[];
  steps: readonly string[];
}

/** Walks through the deck as the screen does, while the catalogue changes. Throws if a card is missing or unexpected. */
function walk({ start, luck, steps }: Options): number {
  let drawn = 0;
  const chance = (below: number) => (luck[drawn++ % luck.length] ?? 0) % below;
  const server = createServer(chance);
  let born = 0;
  const approve = () => void server.approved.add(`app-${born++}`);
  for (let count = 0; count < start; count += 1) approve();

  let deck: Deck = createDeck(BEST_DECK, server.page(''));
  const met = new Set<string>();
  /** Apps that were approved when the newest response with the end was sent. */
  let promised = new Set<string>();
  let paging: Answer | null = null;
  let asking: Answer | null = null;
  let isEndKnown = false;
  // A user who goes back over a wrap is in two rounds at once. Then only the seen apps can be checked.
  const isStraight = !steps.some((step) => step === 'undo' || step === 'back');
  let wraps = 0;

  const ask = (cursor: string): Answer => ({
    cursor,
    page: server.page(cursor),
    approved: new Set(server.approved),
  });
  const arrive = (seq: number) => {
    const card = currentCard(deck);
    if (!card || deck.seq === seq) return;
    if (card === END) isEndKnown = false;
    // A removed app may appear once more, in an earlier response.
    else if (isStraight && server.approved.has(card.id))
      expect(met, 'no app twice in a round').not.toContain(card.id);
    if (card !== END) met.add(card.id);
  };
  const act = (action: DeckAction) => {
    const before = deck;
    deck = reduceDeck(deck, action);
    const isWaiting = !currentCard(before);
    // The seen apps are cleared here only.
    const hasWrapped = deck.viewed !== before.viewed;
    if (hasWrapped) {
      expect(isEndKnown, 'what is new was asked for before the wrap').toBe(true);
      const missing = [...promised].filter((id) => server.approved.has(id) && !met.has(id));
      expect(missing, 'no app is left out before the wrap').toEqual([]);
      wraps += 1;
      if (isStraight) met.clear();
    }
    arrive(isWaiting ? -1 : before.seq);
  };
  const take = (answer: Answer) => {
    if (answer.page.cursor === null) {
      promised = new Set(answer.approved);
      isEndKnown = true;
    }
    act({ type: 'append', ...answer.page });
  };

  arrive(-1);
  for (const step of steps) {
    if (needsPage(deck, 3) && deck.cursor !== null) paging ??= ask(deck.cursor);
    if (deck.end === 'asked' && deck.endCursor !== null && !isEndKnown) asking ??= ask(deck.endCursor);
    if (step === 'forward') act({ type: 'forward', decision: 'pass' });
    if (step === 'approve') approve();
    if (step === 'remove') server.approved.delete(`app-${chance(born + 1)}`);
    if (step === 'shuffle')
      for (const id of [...server.approved].filter(() => chance(2) === 0)) {
        server.approved.delete(id);
        server.approved.add(id);
      }
    if (step === 'poll' && deck.endCursor !== null) asking ??= ask(deck.endCursor);
    if (step === 'page' && paging) {
      const answer = paging;
      paging = null;
      if (answer.cursor === deck.cursor) take(answer);
    }
    if ((step === 'answer' || step === 'silence') && asking) {
      const answer: Answer = asking;
      asking = null;
      isEndKnown = true;
      if (step === 'answer' && answer.cursor === deck.endCursor) take(answer);
      act({ type: 'give-up-asking' });
    }
    if (step === 'refresh') {
      const asked = deck.apps.map(({ id }) => id);
      const apps = deck.apps.filter(({ id }) => server.approved.has(id));
      act({ type: 'refresh', apps, asked, keepVotes: new Set() });
    }
    if (step === 'undo') act({ type: 'undo' });
    if (step === 'back') {
      const cards = [...deck.visited].flatMap(
        (id) => deck.apps.find((app) => app.id === id) ?? (id === END ? END : []),
      );
      const card = cards[chance(cards.length + 1)];
      if (card) act({ type: 'open', card });
    }
  }
  return wraps;
}

const common = ['forward', 'forward', 'forward', 'forward', 'page', 'page', 'answer', 'answer'];
const rare = ['approve', 'remove', 'shuffle', 'poll', 'silence', 'refresh'];

test.each([
  ['straight on', [...common, ...rare]],
  ['with steps back', [...common, ...rare, 'undo', 'back']],
])(
  'a walk %s deals every app before the deck begins again',
  (_, kinds) => {
    let wraps = 0;
    fc.assert(
      fc.property(
        fc.record({
          start: fc.integer({ min: 1, max: 14 }),
          luck: fc.array(fc.nat(997), { minLength: 40, maxLength: 40 }),
          steps: fc.array(fc.constantFrom(...kinds), { minLength: 80, maxLength: 160 }),
        }),
        (options) => void (wraps += walk(options)),
      ),
      { numRuns: WALKS, seed: SEED },
    );
    // Walks that never reach the end would prove nothing.
    expect(wraps).toBeGreaterThan(WALKS / 2);
  },
  120_000,
);
