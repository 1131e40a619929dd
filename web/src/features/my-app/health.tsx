import type { OwnAppStats } from '@zapdeck/contract/own-app-stats';
import { TimeAgo } from '../../components/ui/time-ago.tsx';

const looks = {
  ok: { className: 'bg-up-soft text-up-ink', text: 'Your page loads and can be shown in the deck.' },
  refused: {
    className: 'bg-amber-soft text-amber-ink',
    text: 'Your page refuses to be framed: people see a preview with a button that opens it.',
  },
  unreachable: {
    className: 'bg-down-soft text-down-ink',
    text: 'We cannot reach your page: it is dealt after all others until it is back.',
  },
  unknown: { className: 'bg-raised text-muted', text: 'We have not looked at your page yet.' },
} as const;

/** What the last check of the app's page has found, and when. */
export function Health({ health }: { health: OwnAppStats['health'] }) {
  const { frameStatus, reason, checkedAt, unreachableSince } = health;
  const { className, text } = looks[frameStatus];
  return (
    <div className={`grid gap-1 rounded-field px-3.5 py-3 text-sm ${className}`}>
      <p className="font-semibold">{text}</p>
      {reason === null || frameStatus === 'ok' ? null : <p className="wrap-anywhere">{`${reason}.`}</p>}
      <p>
        {checkedAt === null ? (
          'Not checked yet.'
        ) : (
          <>
            <span>Last check </span>
            <TimeAgo moment={checkedAt} />
            {unreachableSince === null ? null : (
              <>
                <span>, first missed </span>
                <TimeAgo moment={unreachableSince} />
              </>
            )}
            <span>.</span>
          </>
        )}
      </p>
    </div>
  );
}
