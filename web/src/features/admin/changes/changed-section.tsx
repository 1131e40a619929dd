import { plural, t } from '@lingui/core/macro';
import {
  type ChangedApp,
  changedApps,
  decideChanges,
  ListingField,
} from '@zapdeck/contract/apps/app-changes';
import { changedAppsCsv } from '@zapdeck/contract/wire/csv-exports';
import { PAGE_LIMIT_MAX } from '@zapdeck/contract/wire/primitives';
import { useRef, useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { call } from '../../../lib/call.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { CsvLink } from '../../../components/list/csv-link.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { ReasonSheet } from '../parts/reasons/reason-sheet.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { decide } from '../queue/decide.ts';
import { ChangedAppCard, type Refusing, questionOf } from './changed-app.tsx';
import './changes.css';

const ROWS_FIRST = 5;
const ROWS_MORE = 20;

const canBePutBack = ({ changes }: ChangedApp): boolean =>
  changes.some(({ field }) => ListingField.safeParse(field).success);

/** Approved apps with changes, the oldest change first. Shows nothing if there are none. */
export function ChangedSection() {
  const [limit, setLimit] = useState(ROWS_FIRST);
  const [refusing, setRefusing] = useState<Refusing>();
  const query = useAdminList(changedApps, { query: { limit: Math.min(limit, PAGE_LIMIT_MAX) } });
  const { items = [], total = 0 } = query.data ?? {};
  const shown = items.length;
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);

  const close = () => setRefusing(undefined);
  const refusal = useAdminAction({
    name: 'refuse-changes',
    work: ({ changed, reason }: { changed: ChangedApp; reason: string }) =>
      call(decideChanges, {
        params: { id: changed.app.id },
        body: { decision: 'refuse', reason: reason.trim() || null, updatedAt: changed.seenAt },
      }),
    success: t`Changes refused`,
    failure: t`Couldn’t save the decision`,
    prefersServerText: true,
    onDone: close,
  });
  const refuse = ({ changed, way }: Refusing, reason: string) => {
    if (way === 'put-back') return refusal.start({ changed, reason });
    close();
    void decide([changed.app], 'rejected', reason);
  };

  return (
    <>
      {total > 0 ? (
        <section ref={region} tabIndex={-1} aria-labelledby="changed-heading" className="outline-none">
          <div className="mb-4 flex items-center gap-3">
            <h2 id="changed-heading" className="display text-heading">{t`Changed since approval`}</h2>
            <Badge tone="amber">
              <span className="tabular">{formatCount(total)}</span>
            </Badge>
          </div>
          <CsvLink route={changedAppsCsv} />
          <ul className="dash-list">
            {items.map((changed) => (
              <ChangedAppCard
                key={changed.app.id}
                changed={changed}
                canRefuse={canBePutBack(changed)}
                onRefuse={() => setRefusing({ changed, way: canBePutBack(changed) ? 'put-back' : 'reject' })}
              />
            ))}
          </ul>
          {shown < total && shown < PAGE_LIMIT_MAX ? (
            <Button variant="secondary" className="mt-4" onClick={() => setLimit(shown + ROWS_MORE)}>
              {plural({ count: Math.min(ROWS_MORE, total - shown) }, { other: 'Show # more' })}
            </Button>
          ) : null}
        </section>
      ) : null}
      {query.isLoadingError ? (
        <QueryView query={query} failure={t`Couldn’t load apps`} skeleton={null}>
          {() => null}
        </QueryView>
      ) : null}
      <ReasonSheet
        question={refusing && questionOf(refusing)}
        isBusy={refusal.pending}
        onConfirm={(reason) => refusing && refuse(refusing, reason)}
        onClose={close}
      />
    </>
  );
}
