import type { FeedState } from '../../state/feed-state.ts';
import { isIdle } from '../../state/feed-state.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import { currentApp, undoableStep, voteOf } from '../../state/deck.ts';
import { ActionBar } from './action-bar.tsx';

function frontVote({ deck }: FeedState) {
  const app = currentApp(deck);
  return app ? voteOf(app) : null;
}

function isVoteBusy({ deck, pending }: FeedState): boolean {
  const app = currentApp(deck);
  return app !== undefined && pending.has(app.id);
}

export function DeckBar() {
  const { actions } = useOpenFeed();
  return (
    <ActionBar
      vote={useFeed(frontVote)}
      voteBusy={useFeed(isVoteBusy)}
      canUndo={useFeed(({ deck }) => undoableStep(deck) !== undefined)}
      idle={useFeed(isIdle)}
      votable={useFeed(({ deck }) => currentApp(deck) !== undefined)}
      actions={actions}
    />
  );
}
