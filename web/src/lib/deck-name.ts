import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { Deck, PlainDeck } from '@zapdeck/contract/feed/decks';
import { say } from './say.ts';

const names: Record<PlainDeck, MessageDescriptor> = {
  best: msg`Best`,
  new: msg({ message: 'New', comment: 'The deck of the newest apps' }),
  trending: msg`Trending`,
  today: msg`Today`,
  unseen: msg({ message: 'Unseen', comment: 'The deck of the apps that the user has not seen' }),
  liked: msg`Liked`,
  'for-you': msg`For you`,
};

/** Returns the name of a deck. */
export function deckName({ kind, value }: Deck): string {
  if (value === null) return i18n._(names[kind]);
  return kind === 'search' ? t`“${value}”` : say(value);
}
