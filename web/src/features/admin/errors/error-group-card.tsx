import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ErrorGroup } from '@zapdeck/contract/instance/error-logs';
import { Badge } from '../../../components/ui/badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { errorTypeNames } from './error-type-names.ts';
import './error-group-card.css';

function typeName(errorType: string): string {
  const name = errorTypeNames[errorType as keyof typeof errorTypeNames];
  return name === undefined ? errorType : i18n._(name);
}

export function ErrorGroupCard({ group }: { group: ErrorGroup }) {
  const { errorType, errorMessage, count, people, firstAt, lastAt, latest } = group;
  const { url, userAgent, stackTrace, additionalData } = latest;
  return (
    <li className="card grid grid-cols-[minmax(2.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 p-4">
      <span className="display tabular text-[1.5rem]">
        <span aria-hidden="true">{formatCount(count)}</span>
        <span className="sr-only">{plural(count, { one: '# time', other: '# times' })}</span>
      </span>
      <div className="min-w-0">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {errorMessage}
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge>{typeName(errorType)}</Badge>
          <span>
            {people === 0 ? t`Visitors only` : plural(people, { one: '# member', other: '# members' })}
          </span>
          <span>
            <Trans>
              <span>last seen </span>
              <TimeAgo moment={lastAt} />
            </Trans>
          </span>
          <span>
            <Trans>
              <span>first seen </span>
              <TimeAgo moment={firstAt} />
            </Trans>
          </span>
        </p>
        <details className="dash-details">
          <summary>{t`Latest report`}</summary>
          <dl className="dash-report-facts">
            <dt>{t`Page`}</dt>
            <dd>{url ?? t`Unknown`}</dd>
            <dt>{t`Browser`}</dt>
            <dd>{userAgent ?? t`Unknown`}</dd>
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
