import { t } from '@lingui/core/macro';
import { cannedReasonsCsv } from '@zapdeck/contract/wire/csv-exports';
import Pencil from 'lucide-react/icons/pencil';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { inReadersLanguage, useCannedReasons } from '../parts/reasons/canned-reasons.tsx';
import { CsvLink } from '../../../components/list/csv-link.tsx';
import { EmptyList } from '../../../components/list/empty-list.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { CannedReasonSheet, type EditedReason } from './canned-reason-sheet.tsx';
import './canned-reasons-card.css';

/** List of canned reasons, with buttons to add, change and delete them. */
export function CannedReasonsCard() {
  const id = useId();
  const query = useCannedReasons();
  const [edited, setEdited] = useState<EditedReason>();
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  return (
    <section ref={region} tabIndex={-1} aria-labelledby={id} className="card dash-config outline-none">
      <div className="dash-config-head">
        <h2 id={id} className="display text-heading">{t`Rejection reasons`}</h2>
        <Button variant="secondary" onClick={() => setEdited({ id: 'new' })}>{t`Add a reason`}</Button>
      </div>
      <p className="text-muted">{t`Moderators pick one when they reject an app, and can edit it each time.`}</p>
      <CsvLink route={cannedReasonsCsv} />
      <QueryView query={query} failure={t`Couldn’t load the reasons`} skeleton={<ListSkeleton rows={3} />}>
        {(reasons) =>
          reasons.length === 0 ? (
            <EmptyList title={t`No reasons yet`} text={t`Save rejection reasons you use often.`} />
          ) : (
            <ul className="dash-reasons">
              {reasons.map((reason) => {
                const { label, text } = inReadersLanguage(reason);
                return (
                  <li key={reason.id}>
                    <div className="min-w-0">
                      <p dir="auto" className="font-semibold wrap-anywhere">
                        {label}
                      </p>
                      <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-line text-muted">
                        {text}
                      </p>
                    </div>
                    <IconButton
                      label={t`Edit ${{ name: label }}`}
                      onClick={() => setEdited({ id: reason.id, reason })}
                    >
                      <Pencil size={18} aria-hidden="true" />
                    </IconButton>
                  </li>
                );
              })}
            </ul>
          )
        }
      </QueryView>
      <CannedReasonSheet edited={edited} onClose={() => setEdited(undefined)} />
    </section>
  );
}
