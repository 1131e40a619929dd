import { msg, plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AdminUser, adminUsers } from '@zapdeck/contract/accounts/users';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { nameOf } from '../../../lib/person.ts';
import { SearchInput } from '../../../components/ui/search-input.tsx';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { BEST_DECK, type DeckKey, plainDecks } from '@zapdeck/contract/feed/decks';
import { type FeedPlace, feedPreview, type PlaceReason } from '@zapdeck/contract/pictures/previews';
import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import { Badge, type Tone } from '../../../components/ui/badge.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { timeAgo } from '../../../components/ui/time-ago.tsx';
import { formatScore } from '../../../lib/numbers.ts';
import { DeckPicker, DeckResult, orNoDeck } from './deck-picker.tsx';
import { say } from '../../../lib/say.ts';
import '../parts/pick.css';
import './config-sheets.css';

const SHOWN = 6;

interface Props {
  chosen: AdminUser | undefined;
  onChoose: (user: AdminUser | undefined) => void;
}

/** Chooses a user by name or email, or a new user. */
function UserPicker({ chosen, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const { data = [] } = useQuery({
    queryKey: ['admin', 'user-picker', search],
    queryFn: ({ signal }) => call(adminUsers, { query: { search, limit: SHOWN } }, { signal }),
    enabled: search.trim() !== '',
  });
  const found = search.trim() === '' ? [] : data;
  const choices = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{t`User`}</legend>
      <SearchInput label={t`Find a user by name or email`} value={search} onChange={setSearch} />
      <div className="grid grid-cols-1">
        <label className="dash-pick">
          <input type="radio" name="for" checked={!chosen} onChange={() => onChoose(undefined)} />
          <span>{t`A new user`}</span>
        </label>
        {choices.map((user) => (
          <label key={user.id} className="dash-pick">
            <input type="radio" name="for" checked={chosen?.id === user.id} onChange={() => onChoose(user)} />
            <span dir="auto" className="shrink-0">
              {nameOf(user)}
            </span>
            <span dir="auto" className="truncate text-muted">
              {user.email}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const looks: Record<PlaceReason, { label: MessageDescriptor; tone: Tone }> = {
  fresh: { label: msg`Fresh`, tone: 'up' },
  newcomer: { label: msg`Newcomer`, tone: 'brand' },
  recycled: { label: msg`Recycled`, tone: 'amber' },
  ranked: { label: msg`Deck order`, tone: 'plain' },
  paired: {
    label: msg({
      message: 'Liked together',
      comment: 'People like the app together with one that the user likes',
    }),
    tone: 'up',
  },
  explored: {
    label: msg({ message: 'To explore', comment: 'A place that the taste of the user does not decide' }),
    tone: 'plain',
  },
};

const typedKinds = ['tag', 'maker', 'search'] as const;

const NBSP = '\u00a0';

/** On a narrow phone, the line breaks between reasons, not within one. */
function why({ category, categoryTurn, score: points, upvotes, lastViewedAt, because }: FeedPlace): string {
  const score = formatScore(points);
  const time = lastViewedAt && timeAgo(lastViewedAt, Date.now());
  return [
    say(category),
    categoryTurn !== null && t`category round ${categoryTurn}`,
    t`score ${score}`,
    plural(upvotes, { one: '# upvote', other: '# upvotes' }),
    time !== null && t`seen ${time}`,
    because !== null && t`because of ${because.title}`,
  ]
    .filter((part) => part !== false)
    .map((part) => part.replaceAll(' ', NBSP))
    .join(`${NBSP}· `);
}

interface FeedPreviewSheetProps {
  open: boolean;
  onClose: () => void;
  params: AlgorithmParams;
  isUnsaved: boolean;
}

/** The first page of a deck that the form's parameters would deal to a user, with the reason of each place. */
export function FeedPreviewSheet({ open, onClose, params, isUnsaved }: FeedPreviewSheetProps) {
  const [user, setUser] = useState<AdminUser>();
  const [deck, setDeck] = useState<DeckKey | undefined>(BEST_DECK);
  const settings = { ...params, categoryDiversityEnabled: String(params.categoryDiversityEnabled) };
  const query = useQuery({
    queryKey: ['admin', feedPreview.path, params, user?.id, deck],
    queryFn: ({ signal }) => {
      const asked = { ...settings, deck, ...(user ? { user: user.id } : {}) };
      return orNoDeck(call(feedPreview, { query: asked }, { signal }));
    },
    enabled: open && deck !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Sheet open={open} onClose={onClose} title={t`Feed preview`}>
      <div className="grid gap-5">
        <p className="text-muted">
          {isUnsaved
            ? t`The first page with the unsaved parameters of the form.`
            : t`The first page with the saved parameters.`}
        </p>
        <DeckPicker deck={deck} onChoose={setDeck} plain={plainDecks} typed={typedKinds} />
        <UserPicker chosen={user} onChoose={setUser} />
        <DeckResult deck={deck} query={query} failure={t`Couldn’t load the preview`}>
          {(places) =>
            places.length === 0 ? (
              <p className="text-muted">{t`There is no approved app to show.`}</p>
            ) : (
              <ol className="dash-ranks" aria-busy={query.isPlaceholderData}>
                {places.map((place, index) => (
                  <li key={place.appId}>
                    <span className="dash-rank tabular">{index + 1}</span>
                    <span className="min-w-0 grow">
                      <span dir="auto" className="block truncate font-semibold">
                        {place.title}
                      </span>
                      <span className="tabular block text-sm text-muted">{why(place)}</span>
                    </span>
                    <Badge tone={looks[place.reason].tone}>{i18n._(looks[place.reason].label)}</Badge>
                  </li>
                ))}
              </ol>
            )
          }
        </DeckResult>
      </div>
    </Sheet>
  );
}
