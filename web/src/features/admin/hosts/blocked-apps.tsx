import { plural, t } from '@lingui/core/macro';
import { hostAppsCsv } from '@zapdeck/contract/wire/csv-exports';
import { HOST_APPS_COUNTED, type HostApp, hostApps } from '@zapdeck/contract/frames/hosts';
import { useRef, useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { SectionHead } from '../../../components/ui/section-head.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { AppLink } from '../parts/app-link.tsx';
import { CsvLink } from '../../../components/list/csv-link.tsx';
import { formatCount } from '../../../lib/numbers.ts';
import { SubmitterLink } from '../parts/submitter-link.tsx';
import { ReasonSheet, rejectionOf } from '../parts/reasons/reason-sheet.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { decide } from '../queue/decide.ts';

const SHOWN = 50;

function ruleInWords({ leadsTo, hostRule }: HostApp): string {
  const host = hostRule?.host ?? '';
  return leadsTo === null ? t`blocked by ${host}` : t`redirects to ${leadsTo} · blocked by ${host}`;
}

/** Approved apps on blocked hosts, with their decisions. Shows nothing if there are none. */
export function BlockedApps() {
  const query = useAdminList(hostApps, { query: { limit: SHOWN } });
  const [asked, setAsked] = useState<readonly HostApp[]>();
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  const { items = [], total = 0 } = query.data ?? {};
  const count = items.length;
  if (query.isLoadingError)
    return (
      <QueryView query={query} failure={t`Couldn’t load apps`} skeleton={null}>
        {() => null}
      </QueryView>
    );
  if (total === 0) return null;

  return (
    <section ref={region} tabIndex={-1} aria-labelledby="blocked-heading" className="outline-none">
      <SectionHead
        id="blocked-heading"
        title={t`Apps on blocked hosts`}
        badge={
          <Badge tone="down">
            {total < HOST_APPS_COUNTED
              ? plural({ count: total }, { one: '# app', other: '# apps' })
              : t`${{ count: formatCount(total) }}+ apps`}
          </Badge>
        }
      >
        {count > 1 ? (
          <Button variant="danger" onClick={() => setAsked(items)}>
            {total > count
              ? plural(count, { other: 'Reject the first #' })
              : plural(count, { other: 'Reject all #' })}
          </Button>
        ) : null}
      </SectionHead>
      <CsvLink route={hostAppsCsv} />
      <ul className="card dash-lines" aria-busy={query.isPlaceholderData}>
        {items.map((app) => (
          <li key={app.id} className="dash-blocked">
            <Cover app={app} className="size-10 shrink-0 rounded-field" />
            <div className="min-w-0 grow">
              <p className="dash-title">
                <AppLink app={app} />
              </p>
              <p dir="ltr" className="truncate text-sm text-muted">
                {app.url}
              </p>
              <p className="mt-1 text-sm text-muted">
                <span>{`${ruleInWords(app)} · `}</span>
                <SubmitterLink app={app} />
                <span> · </span>
                <TimeAgo moment={app.createdAt} />
              </p>
            </div>
            <div className="flex items-center gap-1">
              <Button
                variant="secondary"
                aria-label={t`Reject ${{ title: app.title }}`}
                onClick={() => setAsked([app])}
              >{t`Reject`}</Button>
              <OpenLink url={app.url} title={app.title} />
            </div>
          </li>
        ))}
      </ul>
      <ReasonSheet
        question={
          asked && {
            ...rejectionOf(asked[0]?.title ?? '', asked.length),
            text: t`Rejected apps leave the deck right away. Their makers get an email.`,
          }
        }
        onClose={() => setAsked(undefined)}
        onConfirm={(reason) => {
          setAsked(undefined);
          if (asked) void decide(asked, 'rejected', reason);
        }}
      />
    </section>
  );
}
