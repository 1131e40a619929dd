import { t } from '@lingui/core/macro';
import { EmptyList } from '../../../components/list/empty-list.tsx';
import type { PendingFilterState } from './use-pending-filters.ts';

interface Props {
  total: number;
  filters: PendingFilterState['filters'];
}

/** Replaces an empty queue: nothing is pending, nothing matches, or the page is after the end. */
export function NothingWaits({ total, filters }: Props) {
  if (total > 0)
    return (
      <EmptyList
        title={t`Nothing on this page`}
        text={t`The pending apps are on earlier pages.`}
        wayOut={{ label: t`Go to the first page`, onTake: () => filters.turnTo(1) }}
      />
    );
  if (filters.isFiltered)
    return (
      <EmptyList
        title={t`Nothing found`}
        text={t`No pending app matches this search and these filters.`}
        wayOut={{ label: t`Show the whole queue`, onTake: filters.clear }}
      />
    );
  return <EmptyList title={t`All caught up`} text={t`No pending apps to review`} />;
}
