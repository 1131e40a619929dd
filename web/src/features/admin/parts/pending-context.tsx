import { t } from '@lingui/core/macro';
import type { PendingApp } from '@zapdeck/contract/pending-apps';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { AppLink } from './app-link.tsx';

interface Props {
  app: Pick<PendingApp, 'context'>;
  className: string;
}

/** Why the app was rejected before, what its maker changed since, and the other apps of its host. */
export function PendingContext({ app: { context }, className }: Props) {
  const { resubmissions, lastReason, changedSince, hostApps } = context;
  if (resubmissions === 0 && hostApps.length === 0) return null;
  return (
    <div className={`grid grid-cols-1 gap-3 text-sm ${className}`}>
      {resubmissions === 0 ? null : (
        <p className="whitespace-pre-line wrap-anywhere">
          <strong className="font-semibold">{t`Rejected before:`}</strong>{' '}
          <bdi>{lastReason ?? 'no reason was given.'}</bdi>{' '}
          <span className="text-muted">
            {changedSince.length === 0
              ? t`Nothing changed since.`
              : t`Changed since: ${changedSince.join(', ')}.`}
          </span>
        </p>
      )}
      {hostApps.length === 0 ? null : (
        <div>
          <p className="font-semibold">{t`On the same host, perhaps the same app:`}</p>
          <ul>
            {hostApps.map((other) => (
              <li key={other.id} className="flex min-h-11 flex-wrap items-center gap-2">
                <AppLink app={other} className="underline wrap-anywhere" />
                <StatusBadge app={other} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
