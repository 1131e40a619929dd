import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { listInWords } from '../../../lib/localized.ts';
import { AppLink } from './app-link.tsx';
import { inWords } from './words/in-words.ts';

interface Props {
  app: Pick<PendingApp, 'context'>;
  className: string;
}

/** Earlier rejections, the maker's changes since then, and other apps of the host. */
export function PendingContext({ app: { context }, className }: Props) {
  const { resubmissions, lastReason, changedSince, hostApps } = context;
  if (resubmissions === 0 && hostApps.length === 0) return null;
  const fields = listInWords(changedSince.map(inWords));
  return (
    <div className={`grid grid-cols-1 gap-3 text-sm ${className}`}>
      {resubmissions === 0 ? null : (
        <p className="whitespace-pre-line wrap-anywhere">
          {lastReason === null ? (
            <span>
              <Trans>
                <strong className="font-semibold">Rejected before:</strong> no reason was given.
              </Trans>
            </span>
          ) : (
            <span>
              <Trans>
                <strong className="font-semibold">Rejected before:</strong> <bdi>{lastReason}</bdi>
              </Trans>
            </span>
          )}{' '}
          <span className="text-muted">
            {changedSince.length === 0 ? t`Nothing changed since.` : t`Changed since: ${fields}.`}
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
