import { plural, t } from '@lingui/core/macro';
import { type Deck, type DeckKey, parseDeckKey } from '@zapdeck/contract/feed/decks';
import type { ListedHidden } from '@zapdeck/contract/feed/hidden';
import { screens } from '@zapdeck/contract/instance/screens';
import { FOR_YOU_VOTES } from '@zapdeck/contract/feed/taste';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { setHidden, useHidden } from '../../lib/pending/hidden.ts';
import { hiddenName } from '../../lib/hidden-name.ts';
import { useUser } from '../../lib/session.ts';
import { useTaste } from '../../lib/pending/taste.ts';
import { useAction } from '../../lib/use-action.ts';
import { SignUpLink } from './parts/faces/sign-up-link.tsx';
import { say } from '../../lib/say.ts';

interface Words {
  title: string;
  text: string;
  /** Where the first button leads. Default: to all apps. */
  way?: 'sign-up' | 'submit' | 'profile';
}

function wordsForEmpty({ kind, value }: Deck): Words {
  switch (kind) {
    case 'best':
    case 'new':
    case 'trending':
    case 'for-you':
      return {
        title: t`No Apps Available`,
        text: t`There are no approved apps to browse right now. Check back later or submit your own app!`,
        way: 'submit',
      };
    case 'today':
      return {
        title: t`No app of the day yet`,
        text: t`There will be one as soon as there are enough apps.`,
      };
    case 'unseen':
      return { title: t`You have seen every app`, text: t`New apps appear here once they are approved.` };
    case 'liked':
      return {
        title: t`No Liked Apps Yet`,
        text: t`Swipe right on an app you like and it waits for you here.`,
      };
    case 'category':
      return {
        title: t`No apps in ${say(value)} yet`,
        text: t`The first one appears here once it is approved.`,
      };
    case 'tag':
      return {
        title: t`No apps tagged “${value}”`,
        text: t`The first one appears here once it is approved.`,
      };
    case 'search':
      return { title: t`Nothing found for “${value}”`, text: t`Try fewer or other words.` };
    case 'maker':
      return {
        title: t`No apps by this maker yet`,
        text: t`Their first app appears here once it is approved.`,
      };
  }
}

interface Props {
  deckKey: DeckKey;
  /** Why the server deals no such deck. If undefined, the deck is empty. */
  refusal: 'deck_not_found' | 'guest_forbidden' | 'too_few_votes' | undefined;
  isGuest: boolean;
  /** Loads the deck again. */
  onRetry: () => void;
}

/** Returns the words for a deck that is empty while the user hides some apps, or undefined if that is not the reason. */
function wordsForHidden({ kind }: Deck): Words | undefined {
  if (kind === 'today' || kind === 'liked' || kind === 'search') return undefined;
  return {
    title: t`Nothing left to show`,
    text: t`You’ve hidden some apps.`,
    way: 'profile',
  };
}

interface Known {
  /** The user hides something. */
  hidesSome: boolean;
  /** Undefined until it is loaded. */
  votesMissing: number | undefined;
}

function wordsFor({ deckKey, refusal }: Props, { hidesSome, votesMissing }: Known): Words {
  const deck = parseDeckKey(deckKey);
  if (refusal === 'guest_forbidden' && deck?.kind === 'for-you')
    return {
      title: t`Not enough votes yet`,
      text: t`Create an account and vote on ${plural(FOR_YOU_VOTES, { one: '# app', other: '# apps' })} to unlock For you.`,
      way: 'sign-up',
    };
  if (refusal === 'guest_forbidden')
    return {
      title: t`Sign Up to Like Apps`,
      text: t`Create an account to keep the apps you love in one place.`,
      way: 'sign-up',
    };
  if (refusal === 'too_few_votes')
    return {
      title: t`Not enough votes yet`,
      text: votesMissing
        ? plural(votesMissing, {
            one: '# more vote to unlock For you',
            other: '# more votes to unlock For you',
          })
        : t`Vote on ${plural(FOR_YOU_VOTES, { one: '# app', other: '# apps' })} to unlock For you.`,
    };
  if (refusal === undefined && deck) return (hidesSome && wordsForHidden(deck)) || wordsForEmpty(deck);
  return {
    title: t`This deck does not exist`,
    text: t`The link may be wrong, or the maker has removed their page.`,
  };
}

function WayOn({ way, isGuest }: { way: Words['way']; isGuest: boolean }) {
  switch (way) {
    case 'sign-up':
      return <SignUpLink>{t`Sign Up Now`}</SignUpLink>;
    case 'submit':
      return isGuest ? null : <ButtonLink href={screens.submit.path}>{t`Submit an app`}</ButtonLink>;
    case 'profile':
      return <ButtonLink href={screens.profile.path}>{t`See what you hide`}</ButtonLink>;
    default:
      return <ButtonLink href={screens.feed.path}>{t`Browse all apps`}</ButtonLink>;
  }
}

function hiddenText({ kind }: ListedHidden): string {
  switch (kind) {
    case 'category':
      return t`You’ve hidden this category.`;
    case 'tag':
      return t`You’ve hidden this tag.`;
    case 'maker':
      return t`You’ve hidden this maker.`;
  }
}

/** Shows the item again. Its deck is loaded once the server has saved that; without a connection, a message says so. */
function ShowAgain({ item, onSaved }: { item: ListedHidden; onSaved: () => void }) {
  const { id } = useUser();
  const name = hiddenName(item);
  const { pending, start } = useAction({
    // The component goes away at once, because the list without the item is shown before the server confirms it.
    work: async () => {
      const outcome = await setHidden(id, item, false);
      if (outcome === 'saved') onSaved();
      return outcome;
    },
    success: (outcome) =>
      outcome === 'later'
        ? { title: t`${name} is back`, description: t`This will be saved when connection is restored.` }
        : undefined,
    failure: { action: 'hide', title: t`Couldn’t show ${name} again` },
  });
  return (
    <Button pending={pending ? t`Loading…` : undefined} onClick={start}>
      {t`Show again`}
    </Button>
  );
}

/** Shown in place of a deck that has no cards, does not exist, is hidden, or is not for guests. */
export default function NoCards(props: Props) {
  const { deckKey, refusal, isGuest, onRetry } = props;
  const { data: hidden } = useHidden();
  const { data: taste } = useTaste(refusal === 'too_few_votes');
  const deck = parseDeckKey(deckKey);
  const item = refusal
    ? undefined
    : hidden?.find(({ kind, value }) => kind === deck?.kind && value === deck.value);
  const { title, text, way } = wordsFor(props, {
    hidesSome: hidden !== undefined && hidden.length > 0,
    votesMissing: taste?.votesMissing,
  });
  const name = item ? hiddenName(item) : '';
  return (
    <div className="absolute inset-0 grid place-items-center overflow-y-auto bg-paper pb-28 text-ink">
      {item ? (
        <EmptyState title={t`You hide ${name}`} text={hiddenText(item)}>
          <div className="flex flex-wrap justify-center gap-2.5">
            <ShowAgain item={item} onSaved={onRetry} />
            <ButtonLink href={screens.discover.path} variant="secondary">{t`Discover`}</ButtonLink>
          </div>
        </EmptyState>
      ) : (
        <EmptyState title={title} text={text}>
          <div className="flex flex-wrap justify-center gap-2.5">
            <WayOn way={way} isGuest={isGuest} />
            {way === 'submit' && !isGuest ? null : (
              <ButtonLink href={screens.discover.path} variant="secondary">{t`Discover`}</ButtonLink>
            )}
          </div>
        </EmptyState>
      )}
    </div>
  );
}
