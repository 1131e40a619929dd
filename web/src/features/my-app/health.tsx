import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnAppStats } from '@zapdeck/contract/apps/own-app-stats';
import { TimeAgo } from '../../components/ui/time-ago.tsx';

const looks = () => ({
  ok: { className: 'bg-up-soft text-up-ink', text: t`Your page loads and can be shown in the deck.` },
  refused: {
    className: 'bg-amber-soft text-amber-ink',
    text: t`Your site blocks embedding, so people see a preview with an Open button.`,
  },
  unreachable: {
    className: 'bg-down-soft text-down-ink',
    text: t`We can’t reach your site. Until it’s back, your app is shown last.`,
  },
  unknown: { className: 'bg-raised text-muted', text: t`Your page has not been checked yet.` },
});

function CheckTimes({ checkedAt, unreachableSince }: { checkedAt: string; unreachableSince: string | null }) {
  return unreachableSince === null ? (
    <span>
      <Trans>
        <span>Last check</span> <TimeAgo moment={checkedAt} />
        <span>.</span>
      </Trans>
    </span>
  ) : (
    <span>
      <Trans>
        <span>Last check</span> <TimeAgo moment={checkedAt} />
        <span>, first failed</span> <TimeAgo moment={unreachableSince} />
        <span>.</span>
      </Trans>
    </span>
  );
}

/** Result and time of the last check of the app's page. */
export function Health({ health }: { health: OwnAppStats['health'] }) {
  const { frameStatus, reason, checkedAt, unreachableSince } = health;
  const { className, text } = looks()[frameStatus];
  return (
    <div className={`grid gap-1 rounded-field px-3.5 py-3 text-sm ${className}`}>
      <p className="font-semibold">{text}</p>
      {reason === null || frameStatus === 'ok' ? null : <p className="wrap-anywhere">{`${reason}.`}</p>}
      <p>
        {checkedAt === null ? (
          t`Not checked yet`
        ) : (
          <CheckTimes checkedAt={checkedAt} unreachableSince={unreachableSince} />
        )}
      </p>
    </div>
  );
}
