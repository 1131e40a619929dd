import { t } from '@lingui/core/macro';
import type { ErrorGroup } from '@zapdeck/contract/error-logs';
import { Badge } from '../../../components/ui/badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { formatCounted, formatCount } from '../../../lib/numbers.ts';
import { errorTypeNames } from './error-type-names.ts';
import './error-group-card.css';

function typeName(errorType: string): string {
  return errorTypeNames[errorType as keyof typeof errorTypeNames] ?? errorType;
}

/** All reports of one error, and the newest of them in full. */
export function ErrorGroupCard({ group }: { group: ErrorGroup }) {
  const { errorType, errorMessage, count, people, firstAt, lastAt, latest } = group;
  const { url, userAgent, stackTrace, additionalData } = latest;
  return (
    <li className="card grid grid-cols-[minmax(2.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 p-4">
      <span className="display tabular text-[1.5rem]">
        <span>{formatCount(count)}</span>
        <span className="sr-only">{t` times`}</span>
      </span>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{errorMessage}</p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge>{typeName(errorType)}</Badge>
          <span>{people === 0 ? 'visitors only' : formatCounted(people, 'member')}</span>
          <span>
            <span>{t`last seen `}</span>
            <TimeAgo moment={lastAt} />
          </span>
          <span>
            <span>{t`first seen `}</span>
            <TimeAgo moment={firstAt} />
          </span>
        </p>
        <details className="dash-details">
          <summary>{t`Latest report`}</summary>
          <dl className="dash-report-facts">
            <dt>{t`Page`}</dt>
            <dd>{url ?? 'unknown'}</dd>
            <dt>{t`Browser`}</dt>
            <dd>{userAgent ?? 'unknown'}</dd>
            {additionalData === null ? null : (
              <>
                <dt>{t`Data`}</dt>
                <dd>
                  <code className="dash-code">{JSON.stringify(additionalData)}</code>
                </dd>
              </>
            )}
          </dl>
          {stackTrace === null ? null : (
            <pre className="dash-trace" tabIndex={0} aria-label={t`Stack trace`}>
              {stackTrace}
            </pre>
          )}
        </details>
      </div>
    </li>
  );
}
