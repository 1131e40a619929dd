import { type AdminAppEvent, adminAppHistory } from '@zapdeck/contract/admin-app';
import { PAGE_LIMIT_DEFAULT } from '@zapdeck/contract/primitives';
import { LoadMore } from '../../../components/ui/load-more.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { callWithHeaders } from '../../../lib/call.ts';
import { itemsOf, pageOf, usePagedList } from '../../../lib/paged-list.ts';
import { actionNames, actionOf } from '../parts/words/action-names.ts';
import { auditNameOf, doerOf } from '../parts/words/audit-name-of.ts';
import { Changes } from '../parts/changes.tsx';
import { inWords } from '../parts/words/in-words.ts';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';

const SHOWN_AT_FIRST = 10;

/** What stands in tables of its own and not in the log. */
const names: Readonly<Record<string, string>> = {
  'app.submitted': 'Submitted',
  'app.checked': 'Checked',
  'report.sent': 'Reported',
  'note.written': 'Note written',
};

function nameOfAction(action: string): string {
  const known = actionOf(action);
  return names[action] ?? (known ? actionNames[known] : inWords(action.replace(/^\w+\./, '')));
}

function whoDid({ action, actor }: AdminAppEvent): string {
  const known = actionOf(action);
  if (known) return doerOf({ action: known, actor });
  if (actor) return auditNameOf(actor);
  return action === 'app.checked' ? 'Zapdeck' : 'Account deleted';
}

/** Everything that happened to the app, in words: submission, checks, decisions, edits, reports and notes. */
export function AppHistory({ appId }: { appId: string }) {
  const query = usePagedList(['admin', adminAppHistory.path, appId], async (offset) => {
    const limit = offset === 0 ? SHOWN_AT_FIRST : PAGE_LIMIT_DEFAULT;
    return pageOf(
      await callWithHeaders(adminAppHistory, { params: { id: appId }, query: { limit, offset } }),
    );
  });
  return (
    <section aria-labelledby="history-heading" className="card dash-config">
      <h2 id="history-heading" className="display text-heading">
        History
      </h2>
      <QueryView query={query} what="the history" skeleton={<ListSkeleton rows={3} />}>
        {(pages) => (
          <>
            <ol className="dash-app-history">
              {itemsOf(pages).map((event) => (
                <li key={event.id}>
                  <p>
                    <strong className="font-semibold">{nameOfAction(event.action)}</strong>{' '}
                    <span className="text-sm text-muted">
                      <bdi>{whoDid(event)}</bdi>
                      <span> · </span>
                      <TimeAgo moment={event.createdAt} />
                    </span>
                  </p>
                  <Changes before={event.before} after={event.after} />
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
