import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  type Deck,
  type DeckKey,
  deckKeyOf,
  parseDeckKey,
  type PlainDeck,
} from '@zapdeck/contract/feed/decks';
import { type ReactNode, useState } from 'react';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { CallError } from '../../../lib/call.ts';
import { categories } from '@zapdeck/contract/apps/categories';
import { deckTexts } from '@zapdeck/contract/feed/deck-list';
import { TAG_LENGTH_MAX } from '@zapdeck/contract/apps/listing';
import { SEARCH_QUERY_MAX } from '@zapdeck/contract/feed/search';
import { Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { say } from '../../../lib/say.ts';
import { usePausedText } from '../../../lib/use-paused-text.ts';

/** Returns null if the deck does not exist. */
export function orNoDeck<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof CallError && error.code === 'deck_not_found') return null;
    throw error;
  });
}

interface Props<T> {
  deck: DeckKey | undefined;
  query: UseQueryResult<T | null>;
  /** Says that the result did not load. */
  failure: string;
  children: (data: T) => ReactNode;
}

/** Shows the result for a deck once one is chosen. */
export function DeckResult<T>({ deck, query, failure, children }: Props<T>) {
  if (deck === undefined) return null;
  return (
    <QueryView query={query} failure={failure} skeleton={<ListSkeleton />}>
      {(data) => (data === null ? <p role="alert">{t`This deck does not exist.`}</p> : children(data))}
    </QueryView>
  );
}

/** Decks whose value is typed. */
type TypedKind = 'tag' | 'maker' | 'search';

interface DeckPickerProps {
  /** Undefined until a text is typed. */
  deck: DeckKey | undefined;
  onChoose: (deck: DeckKey | undefined) => void;
  plain: readonly PlainDeck[];
  typed: readonly TypedKind[];
}

const labels = () => ({
  tag: t`Tag`,
  maker: t`Handle of the maker’s page`,
  search: t({ message: 'Search', context: 'what was typed' }),
});
const names = () => ({ tag: t`A tag`, maker: t`A maker`, search: t`A search` });

const option = (deck: Deck) => (
  <option key={deckKeyOf(deck)} value={deckKeyOf(deck)}>
    {say(deckTexts(deck).title)}
  </option>
);

/** Chooses a deck. The text of a tag, a maker or a search is typed. */
export function DeckPicker({ deck, onChoose, plain, typed }: DeckPickerProps) {
  const parsed = deck === undefined ? undefined : parseDeckKey(deck);
  const [kind, setKind] = useState(typed.find((one) => one === parsed?.kind));
  // The text as typed, so that a space at the end stays.
  const [value, setValue] = useState(kind === undefined ? '' : (parsed?.value ?? ''));
  const { text, change, settle, composition } = usePausedText(value, (paused) => {
    if (kind === undefined) return;
    setValue(paused);
    const asked = kind === 'maker' ? paused.trim().toLowerCase() : paused.trim();
    onChoose(asked === '' ? undefined : `${kind}:${asked}`);
  });
  const choose = (chosen: string) => {
    const typedKind = typed.find((one) => one === chosen);
    setKind(typedKind);
    setValue('');
    change('');
    onChoose(typedKind ? undefined : chosen);
  };
  return (
    <div className="grid gap-3">
      <Field label={t`Deck`}>
        {(control) => (
          <SelectInput
            {...control}
            value={kind ?? deck ?? ''}
            onChange={(event) => choose(event.target.value)}
          >
            {plain.map((one) => option({ kind: one, value: null }))}
            <optgroup label={t`Categories`}>
              {categories.map((category) => option({ kind: 'category', value: category }))}
            </optgroup>
            {typed.map((one) => (
              <option key={one} value={one}>
                {names()[one]}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      {kind ? (
        <Field label={labels()[kind]}>
          {(control) => (
            <TextInput
              {...control}
              {...composition}
              value={text}
              autoComplete="off"
              maxLength={kind === 'search' ? SEARCH_QUERY_MAX : TAG_LENGTH_MAX}
              onChange={(event) => change(event.target.value)}
              onBlur={settle}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
