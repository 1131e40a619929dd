import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { DeckKey } from '@zapdeck/contract/feed/decks';
import type { PublicApp } from '@zapdeck/contract/apps/public-app';
import { cardHref } from '@zapdeck/contract/instance/screens';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { memo } from 'react';
import { Link } from 'wouter';
import { Count } from '../../components/ui/app-card.tsx';
import { CategoryIcon } from '../../components/ui/category-icon.tsx';
import { Cover } from '../../components/ui/cover.tsx';
import { say } from '../../lib/say.ts';

interface Props {
  app: PublicApp;
  deck: DeckKey;
  /** Shown above the title. */
  note?: string;
}

/** An app that was found. Opens as its card. */
export const ResultRow = memo(function ResultRow({ app, deck, note }: Props) {
  const { upvotes } = app;
  return (
    <li className="discover-row relative flex gap-3.5 rounded-card p-2.5 transition-colors hover:bg-raised">
      <Cover whole app={app} className="size-17 shrink-0 rounded-field" />
      <div className="min-w-0 grow self-center">
        {note === undefined ? null : <p className="text-xs font-semibold text-muted">{note}</p>}
        <h2 lang={app.language ?? undefined} dir="auto" className="display truncate pb-0.5 text-lg/snug">
          <Link
            href={cardHref(app.id, deck)}
            data-result=""
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-brand-ink"
          >
            {app.title}
          </Link>
        </h2>
        <p lang={app.language ?? undefined} dir="auto" className="truncate text-sm text-muted">
          {app.description}
        </p>
        <p className="mt-1 flex h-4 flex-wrap gap-x-3 overflow-hidden text-xs text-muted">
          <span className="inline-flex items-center gap-1">
            <CategoryIcon category={app.category} className="size-3.5" />
            <span>{say(app.category)}</span>
          </span>
          {upvotes === 0 ? null : (
            <Count
              icon={ThumbsUp}
              count={upvotes}
              text={t`${plural(upvotes, { one: '# upvote', other: '# upvotes' })}`}
              className="font-semibold text-up-ink"
            />
          )}
          <span className="max-w-32 truncate">
            <Trans>
              by <bdi>{app.by}</bdi>
            </Trans>
          </span>
        </p>
      </div>
    </li>
  );
});
