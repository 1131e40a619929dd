import type { App } from '@zapdeck/contract/apps';
import type { ReactNode } from 'react';
import { currentApp } from './deck/deck.ts';
import { useFeed, useOpenFeed } from './store/use-feed.ts';

export type RenderDetails = (
  app: App,
  close: () => void,
  onChecked: (frameStatus: App['frameStatus']) => void,
) => ReactNode;

/** The details of the app in front, while they are open. */
export function Details({ render }: { render: RenderDetails }): ReactNode {
  const { close, checked } = useOpenFeed().actions;
  const app = useFeed(({ deck, dialog }) => (dialog === 'details' ? currentApp(deck) : undefined));
  return app ? render(app, close, (frameStatus) => checked(app, frameStatus)) : null;
}
