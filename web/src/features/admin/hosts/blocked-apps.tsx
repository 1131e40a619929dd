import { hostAppsCsv } from '@zapdeck/contract/csv-exports';
import { decideApps, DECISIONS_MAX } from '@zapdeck/contract/decisions';
import { HOST_APPS_COUNTED, type HostApp, hostApps } from '@zapdeck/contract/hosts';
import { useRef, useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { call } from '../../../lib/call.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { AppLink } from '../parts/app-link.tsx';
import { act } from '../parts/act.ts';
import { ConfirmSheet } from '../parts/confirm-sheet.tsx';
import { CsvLink } from '../parts/csv-link.tsx';
import { counted, grouped } from '../parts/counted.ts';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';

const SHOWN = 50;

/** What is in the deck though its host is blocked, so that it is decided on at once; nothing where there is none. */
export function BlockedApps() {
  const query = useAdminList(hostApps, { query: { limit: SHOWN } });
  const [asked, setAsked] = useState<readonly HostApp[]>();
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  const { items = [], total = 0 } = query.data ?? {};
  if (query.isLoadingError)
    return (
      <QueryView query={query} what="the apps on blocked hosts" skeleton={null}>
        {() => null}
      </QueryView>
    );
  if (total === 0) return null;

  const reject = async () => {
    if (!asked) return;
    setIsBusy(true);
    const some = asked.slice(0, DECISIONS_MAX);
    const done = await act({
      name: 'reject-on-blocked-hosts',
      work: () =>
        call(decideApps, {
          body: {
            ids: some.map(({ id }) => id),
            decision: 'rejected',
            reason: reason.trim() || null,
            seen: Object.fromEntries(some.map(({ id, updatedAt }) => [id, updatedAt])),
          },
        }),
      success: ({ outcomes }) =>
        `${counted(outcomes.filter(({ outcome }) => outcome === 'decided').length, 'app')} rejected`,
      failure: 'Failed to reject',
      isServerHeard: true,
    });
    setIsBusy(false);
    if (done) setAsked(undefined);
  };
  const ask = (some: readonly HostApp[]) => {
    setReason('');
    setAsked(some);
  };

  return (
    <section ref={region} tabIndex={-1} aria-labelledby="blocked-heading" className="outline-none">
      <div className="ad-section-head">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="blocked-heading" className="ad-heading">
            In the deck, on a blocked host
          </h2>
          <Badge tone="down">
            {total < HOST_APPS_COUNTED ? counted(total, 'app') : `${grouped(total)}+ apps`}
          </Badge>
        </div>
        {items.length > 1 ? (
          <Button variant="danger" onClick={() => ask(items)}>
            Reject {total > items.length ? `the first ${items.length}` : `all ${items.length}`}
          </Button>
        ) : null}
      </div>
      <CsvLink route={hostAppsCsv} />
      <ul className="card ad-lines" aria-busy={query.isPlaceholderData}>
        {items.map((app) => (
          <li key={app.id} className="ad-blocked">
            <div className="min-w-0 grow">
              <p className="ad-title">
                <AppLink app={app} />
              </p>
              <p className="truncate text-sm text-muted">{app.url}</p>
              <p className="mt-1 text-sm text-muted">
                {app.leadsTo === null ? '' : `leads to ${app.leadsTo} · `}
                blocked by {app.hostRule?.host} · <SubmitterLink app={app} /> ·{' '}
                <TimeAgo moment={app.createdAt} />
              </p>
            </div>
            <div className="flex items-center gap-1">
              <Button variant="secondary" aria-label={`Reject ${app.title}`} onClick={() => ask([app])}>
                Reject
              </Button>
              <OpenLink url={app.url} title={app.title} />
            </div>
          </li>
        ))}
      </ul>
      <ConfirmSheet
        open={asked !== undefined}
        title={`Reject ${asked?.length === 1 ? (asked[0]?.title ?? '') : counted(asked?.length ?? 0, 'app')}?`}
        confirm="Reject"
        pending={isBusy ? 'Rejecting...' : undefined}
        onConfirm={() => void reject()}
        onClose={() => setAsked(undefined)}
      >
        <p>They leave the deck at once, and their makers are told.</p>
        <ReasonField reason={reason} rows={2} onType={setReason} />
      </ConfirmSheet>
    </section>
  );
}
