import type { App } from '@zapdeck/contract/apps/apps';
import type { ReactNode } from 'react';
import { currentApp } from './state/deck.ts';
import { useFeed, useOpenFeed } from './parts/use-feed.ts';

export interface DetailsOptions {
  app: App;
  onClose: () => void;
  onChecked: (frameStatus: App['frameStatus']) => void;
  /** Shows the new-card hint. */
  onExplain: () => void;
}

export type RenderDetails = (options: DetailsOptions) => ReactNode;

export function Details({ render }: { render: RenderDetails }): ReactNode {
  const { close, checked, explain } = useOpenFeed().actions;
  const app = useFeed(({ deck, dialog }) => (dialog === 'details' ? currentApp(deck) : undefined));
  if (!app) return null;
  return render({
    app,
    onClose: close,
    onChecked: (frameStatus) => checked(app, frameStatus),
    onExplain: explain,
  });
}
