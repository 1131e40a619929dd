import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import { cardHref } from '@zapdeck/contract/instance/screens';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { AppCard, Count } from '../../components/ui/app-card.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { submitterName } from '../../lib/person.ts';
import { focusBesideCard } from './focus-beside-card.ts';

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
