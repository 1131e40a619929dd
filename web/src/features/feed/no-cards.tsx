import { t } from '@lingui/core/macro';
import { type Deck, type DeckKey, parseDeckKey } from '@zapdeck/contract/decks';
import { screens } from '@zapdeck/contract/screens';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { SignUpLink } from './parts/faces/sign-up-link.tsx';

interface Words {
  title: string;
  text: string;
  /** Where the first button leads. Default: to all apps. */
  way?: 'sign-up' | 'submit';
}

function wordsForEmpty({ kind, value }: Deck): Words {
  switch (kind) {
    case 'best':
    case 'new':
    case 'trending':
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
        title: t`No apps in ${value} yet`,
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
  refusal: 'deck_not_found' | 'guest_forbidden' | undefined;
  isGuest: boolean;
}

function wordsFor({ deckKey, refusal }: Props): Words {
  if (refusal === 'guest_forbidden')
    return {
      title: t`Sign Up to Like Apps`,
      text: t`Create an account to keep the apps you love in one place.`,
      way: 'sign-up',
    };
  const deck = parseDeckKey(deckKey);
  if (refusal === undefined && deck) return wordsForEmpty(deck);
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
    default:
      return <ButtonLink href={screens.feed.path}>{t`Browse all apps`}</ButtonLink>;
  }
}

/** Shown in place of a deck that has no cards, does not exist, or is not for guests. */
export default function NoCards(props: Props) {
  const { title, text, way } = wordsFor(props);
  return (
    <div className="absolute inset-0 grid place-items-center overflow-y-auto bg-paper pb-28 text-ink">
      <EmptyState title={title} text={text}>
        <div className="flex flex-wrap justify-center gap-2.5">
          <WayOn way={way} isGuest={props.isGuest} />
          {way === 'submit' ? null : (
            <ButtonLink href={screens.discover.path} variant="secondary">{t`Discover`}</ButtonLink>
          )}
        </div>
      </EmptyState>
    </div>
  );
}
