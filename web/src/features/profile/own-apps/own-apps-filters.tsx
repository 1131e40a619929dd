import { t } from '@lingui/core/macro';
import { AppStatusFilter } from '@zapdeck/contract/apps/apps';
import type { OwnAppTotals } from '@zapdeck/contract/apps/own-app';
import { SearchInput } from '../../../components/ui/search-input.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { countApps, type OwnAppsFilters as Filters } from './use-own-apps.ts';

const labels = (): Record<AppStatusFilter, string> => ({
  all: t`All`,
  approved: t`Approved`,
  pending: t`Pending`,
  rejected: t`Rejected`,
});

interface Props {
  filters: Filters;
  totals: OwnAppTotals;
  onChange: (changed: Partial<Filters>) => void;
}

/** Search and status of the list. Each status says how many apps have it. */
export function OwnAppsFilters({ filters, totals, onChange }: Props) {
  const counts = { all: countApps(totals), ...totals.apps };
  return (
    <div className="mb-4 grid gap-3">
      <SearchInput
        label={t`Search your apps`}
        value={filters.search}
        onChange={(search) => onChange({ search })}
      />
      <div
        role="group"
        aria-label={t`Status`}
        className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:mx-0 md:px-0"
      >
        {AppStatusFilter.options.map((status) => {
          const isChosen = status === filters.status;
          return (
            <button
              key={status}
              type="button"
              aria-pressed={isChosen}
              className={`inline-flex min-h-11 shrink-0 items-center gap-2 rounded-pill border px-4 text-sm font-semibold transition active:scale-97 ${isChosen ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line-strong/60 bg-surface hover:bg-raised'}`}
              onClick={() => onChange({ status })}
            >
              <span>{labels()[status]}</span>
              <span className="tabular font-normal">{formatCount(counts[status])}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}
