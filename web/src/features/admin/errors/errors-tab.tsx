import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { adminErrorGroups, type ErrorGroup, ErrorType } from '@zapdeck/contract/instance/error-logs';
import { Trans } from '@lingui/react/macro';
import { Badge } from '../../../components/ui/badge.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { errorLogsCsv } from '@zapdeck/contract/wire/csv-exports';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import './error-group-card.css';

const errorTypeNames: Readonly<Record<ErrorType, MessageDescriptor>> = {
  CLIENT_ERROR: msg`Error in the page`,
  API_ERROR: msg`Failed to load`,
  USER_ACTION_FAILED: msg`Failed action`,
};

function typeName(errorType: string): string {
  const name = errorTypeNames[errorType as keyof typeof errorTypeNames];
  return name === undefined ? errorType : i18n._(name);
}

function ErrorGroupCard({ group }: { group: ErrorGroup }) {
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

const filters = () => ({
  type: choice(t`Type`, [
    ['all', t`All types`],
    ...ErrorType.options.map((type) => [type, i18n._(errorTypeNames[type])] as const),
  ]),
  days: choice(t`Time`, [
    ['7', t`Last 7 days`],
    ['1', t`Last 24 hours`],
    ['30', t`Last 30 days`],
  ]),
});

/** Errors in browsers. Equal errors share a row; the most frequent come first. */
export default function ErrorsTab() {
  const state = useFilters(filters());
  const { type, days } = state.values;
  const query = useAdminList(adminErrorGroups, { query: { type, days: Number(days), ...state.rows } });
  return (
    <ListPage
      title={t`Errors in browsers`}
      state={state}
      query={query}
      failure={t`Couldn’t load the errors`}
      file={{ route: errorLogsCsv, query: state.values }}
      showing={(count) => plural(count, { one: '# different error', other: '# different errors' })}
      empty={{ title: t`No errors`, text: t`No browser has reported an error in this period.` }}
    >
      {(items) => (
        <ol className="dash-list">
          {items.map((group) => (
            <ErrorGroupCard key={group.latest.id} group={group} />
          ))}
        </ol>
      )}
    </ListPage>
  );
}
