import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { errorLogsCsv } from '@zapdeck/contract/wire/csv-exports';
import { adminErrorGroups, ErrorType } from '@zapdeck/contract/instance/error-logs';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { ErrorGroupCard } from './error-group-card.tsx';
import { errorTypeNames } from './error-type-names.ts';

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
