import { type DeckKey, parseDeckKey } from '@zapdeck/contract/feed/decks';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import { hasForYou } from '../for-you/taste.ts';
import { readQuery } from '../search/search-apps.ts';
import type { OpenDeck } from './sources.ts';

/**
 * Returns the deck with this key. Rejects with `deck_not_found`, `guest_forbidden` if guests have no such deck, or
 * `too_few_votes` if the member has no deck `for-you` yet. Without a user, anyone may have the deck.
 */
export async function requireDeck(
  db: Db,
  key: DeckKey,
  user?: Pick<UserRow, 'id' | 'isGuest'>,
): Promise<OpenDeck> {
  const deck = parseDeckKey(key);
  if (!deck) throw new Refusal('deck_not_found');
  if ((deck.kind === 'liked' || deck.kind === 'for-you') && user?.isGuest)
    throw new Refusal('guest_forbidden');
  if (deck.kind === 'for-you' && user && !(await hasForYou(db, user.id))) throw new Refusal('too_few_votes');
  if (deck.kind === 'maker') {
    const isMaker = and(eq(users.handle, deck.value), isNull(users.suspendedAt));
    if ((await db.$count(users, isMaker)) === 0) throw new Refusal('deck_not_found');
  }
  if (deck.kind === 'search') return { ...deck, asked: await readQuery(db, deck.value) };
  return deck;
}
