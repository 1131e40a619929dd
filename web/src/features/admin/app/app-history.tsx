import { t } from '@lingui/core/macro';
import { type AdminAppEvent, adminAppHistory } from '@zapdeck/contract/apps/admin-app';
import { PAGE_LIMIT_DEFAULT } from '@zapdeck/contract/wire/primitives';
import { LoadMore } from '../../../components/ui/load-more.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { callWithHeaders } from '../../../lib/call.ts';
import { itemsOf, pageOf, usePagedList } from '../../../lib/paged-list.ts';
import { actionOf } from '../parts/words/action-names.ts';
import { auditNameOf, doerOf } from '../parts/words/audit-name-of.ts';
import { AuditSentence } from '../parts/audit-sentence.tsx';
import { Changes } from '../parts/changes.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { instance } from '../../../lib/instance.ts';

const SHOWN_AT_FIRST = 10;

function whoDid({ action, actor }: AdminAppEvent): string {
  const known = actionOf(action);
  if (known) return doerOf({ action: known, actor });
  if (actor) return auditNameOf(actor);
  return action === 'app.checked' ? instance.name : t`A deleted account`;
}

/** History of the app: submission, checks, decisions, edits, reports and notes. */
export function AppHistory({ appId }: { appId: string }) {
  const query = usePagedList(['admin', adminAppHistory.path, appId], async (offset) => {
    const limit = offset === 0 ? SHOWN_AT_FIRST : PAGE_LIMIT_DEFAULT;
    return pageOf(
      await callWithHeaders(adminAppHistory, { params: { id: appId }, query: { limit, offset } }),
    );
  });
  return (
    <section aria-labelledby="history-heading" className="card dash-config">
      <h2 id="history-heading" className="display text-heading">{t`History`}</h2>
      <QueryView query={query} failure={t`Couldn’t load the history`} skeleton={<ListSkeleton rows={3} />}>
        {(pages) => (
          <>
            <ol className="dash-app-history">
              {itemsOf(pages).map((event) => (
                <li key={event.id}>
                  <p className="wrap-anywhere">
                    <AuditSentence
                      entry={event}
                      actor={<bdi className="font-semibold">{whoDid(event)}</bdi>}
                      target={<span>{t`the app`}</span>}
                    />{' '}
                    <span className="text-sm text-muted">
                      <TimeAgo moment={event.createdAt} />
                    </span>
                  </p>
                  <Changes entry={event} />
                </li>
              ))}
            </ol>
            <LoadMore query={query} />
          </>
        )}
      </QueryView>
    </section>
  );
}
