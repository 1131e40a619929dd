import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import { cardHref } from '@zapdeck/contract/instance/screens';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { AppCard, Count } from '../../components/ui/app-card.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { submitterName } from '../../lib/person.ts';

/** Moves the focus to the button of the next card, because the pressed button disappears with its card. */
function focusBesideCard(button: HTMLElement): void {
  const card = button.closest('li');
  const near = card?.nextElementSibling ?? card?.previousElementSibling;
  (near?.querySelector('button') ?? document.querySelector('main'))?.focus({ preventScroll: true });
}

export function LikedSkeleton({ still = false }: { still?: boolean }) {
  const bone = still ? 'rounded-field bg-raised' : 'skeleton';
  return (
    <div aria-hidden="true" className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="card flex gap-4 p-3.5">
          <div className={`h-28 w-20 shrink-0 sm:w-24 ${bone}`} />
          <div className="grid grow content-start gap-2.5 pt-1">
            <div className={`h-5 w-3/5 ${bone}`} />
            <div className={`h-3.5 w-full ${bone}`} />
            <div className={`h-3.5 w-4/5 ${bone}`} />
            <div className={`mt-2 h-6 w-2/5 ${bone}`} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface Props {
  app: App;
  /** Unknown for likes that only this device has. */
  likedAt?: string;
  onUnlike: () => void;
}

/** A liked app in a list, with a button that removes the like. */
export function LikedRow({ app, likedAt, onUnlike }: Props) {
  const { upvotes } = app;
  return (
    <AppCard
      app={app}
      look="row"
      href={cardHref(app.id)}
      actions={
        <IconButton
          label={t`Unlike ${app.title}`}
          className="border border-line bg-surface text-up-ink"
          onClick={({ currentTarget }) => {
            focusBesideCard(currentTarget);
            onUnlike();
          }}
        >
          <ThumbsUp size={20} className="fill-current" aria-hidden="true" />
        </IconButton>
      }
      facts={
        <>
          <Count
            icon={ThumbsUp}
            count={upvotes}
            text={t`${plural(upvotes, { one: '# upvote', other: '# upvotes' })}`}
            className="font-semibold text-up-ink"
          />
          <span className="max-w-32 truncate">
            <Trans>
              by <bdi>{submitterName(app.submitter)}</bdi>
            </Trans>
          </span>
          {likedAt === undefined ? null : <TimeAgo moment={likedAt} say={(when) => t`liked ${when}`} />}
        </>
      }
    />
  );
}
