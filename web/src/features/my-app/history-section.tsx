import { t } from '@lingui/core/macro';
import type { AppStatus, OwnApp } from '@zapdeck/contract/apps/apps';
import type { OwnAppEvent } from '@zapdeck/contract/apps/own-app';
import { LoadMore } from '../../components/ui/load-more.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { instance } from '../../lib/instance.ts';
import { listInWords } from '../../lib/localized.ts';
import { listingNames } from '../../lib/listing.ts';
import { itemsOf } from '../../lib/paged-list.ts';
import { useOwnHistory } from './own-stats.ts';
import { Section } from './section.tsx';

type EventTone = 'good' | 'bad' | 'plain';

interface EventWords {
  text: string;
  reason: string | null;
  tone: EventTone;
}

/** `fields` is a list in words. */
function changedBy(by: OwnAppEvent['by'], fields: string): string {
  switch (by) {
    case 'maker':
      return t`You changed: ${fields}`;
    case 'moderator':
      return t`A moderator changed: ${fields}`;
    case 'zapdeck':
      return t`${{ name: instance.name }} changed: ${fields}`;
  }
}

function takenBack(status: AppStatus | null): string {
  switch (status) {
    case 'approved':
      return t`The decision was undone: approved again`;
    case 'rejected':
      return t`The decision was undone: rejected again`;
    case 'pending':
      return t`The decision was undone: pending again`;
    case null:
      return t`The decision was undone`;
  }
}

const verdicts = (): Record<AppStatus, { text: string; tone: EventTone }> => ({
  approved: { text: t`Approved`, tone: 'good' },
  rejected: { text: t`Rejected`, tone: 'bad' },
  pending: { text: t`Waiting for review again`, tone: 'plain' },
});

const found = (): Record<string, { text: string; tone: EventTone }> => ({
  ok: { text: t`The page can be shown in the deck`, tone: 'good' },
  refused: { text: t`The page blocks embedding`, tone: 'bad' },
  unreachable: { text: t`The check couldn’t reach the page`, tone: 'bad' },
});

/** Actions whose text does not depend on the actor. */
const known = (): Record<string, { text: string; tone: EventTone }> => ({
  'app.submitted': { text: t`Submitted`, tone: 'plain' },
  'app.held': { text: t`Paused until a moderator reviews it`, tone: 'bad' },
  'app.withdrawn': { text: t`Withdrawn from the deck`, tone: 'plain' },
  'app.version_sent': { text: t`New version sent for review`, tone: 'plain' },
  'app.version_cancelled': { text: t({ message: 'New version cancelled', context: 'log' }), tone: 'plain' },
  'app.resubmitted': { text: t`Resubmitted`, tone: 'plain' },
  'app.page_changed': { text: t`The page has changed since it was approved`, tone: 'bad' },
  'app.changes_accepted': { text: t`Your changes were accepted`, tone: 'good' },
  'app.changes_refused': { text: t`Your changes were not accepted`, tone: 'bad' },
  'app.verified': { text: t`Verified: the app is yours`, tone: 'good' },
  'app.verification_lost': { text: t`No longer verified: the proof is gone`, tone: 'bad' },
  'app.reports_closed': { text: t`A moderator reviewed the reports`, tone: 'plain' },
});

const fieldNames = (): Record<string, string> => ({
  ...listingNames(),
  waitingUrl: t`URL`,
  waitingTitle: t`title`,
  waitingDescription: t`description`,
  picture: t`picture`,
  timeSpent: t`time spent`,
  reviewReason: t`reason`,
});

function changedInWords(changed: readonly string[]): string | null {
  const names = fieldNames();
  const changedNames = [...new Set(changed.flatMap((field) => names[field] ?? []))];
  return changedNames.length === 0 ? null : listInWords(changedNames);
}

/** Returns the text of an unknown action: `app.looked_at` as "Looked at". */
function plainName(action: string): string {
  const words = action.replace(/^[a-z]+\./, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns an event in words. The text of an unknown action is derived from its name. */
export function eventWords(event: OwnAppEvent): EventWords {
  const { action, by, status, reason, frameStatus, changed } = event;
  const plain = (text: string): EventWords => ({ text, reason, tone: 'plain' });
  if (frameStatus !== null)
    return { ...(found()[frameStatus] ?? { text: t`Checked`, tone: 'plain' }), reason };
  if (action === 'app.review_undone') return plain(takenBack(status));
  if (action === 'app.held' && changed.includes('reporters'))
    return { text: t`Paused: several people reported it`, reason, tone: 'bad' };
  const meaning = known()[action];
  if (meaning) return { ...meaning, reason };
  if (status !== null) return { ...verdicts()[status], reason };
  if (action === 'app.picture') return plain(changedBy(by, t`picture`));
  const names = changedInWords(changed);
  return plain(names === null ? plainName(action) : changedBy(by, names));
}

function Event({ event }: { event: OwnAppEvent }) {
  const { text, reason, tone } = eventWords(event);
  return (
    <li className="app-event flex gap-3 pb-5">
      <span aria-hidden="true" data-tone={tone} className="app-event-dot mt-1.5 shrink-0 rounded-pill" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{text}</span>
          <span className="text-sm text-muted">
            <TimeAgo moment={event.createdAt} />
          </span>
        </p>
        {reason === null ? null : (
          <p dir="auto" className="mt-1 text-sm wrap-anywhere whitespace-pre-line text-muted">
            {reason}
          </p>
        )}
      </div>
    </li>
  );
}

function Skeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4">
      <div className="skeleton h-5 w-2/3" />
      <div className="skeleton h-5 w-2/3" />
      <div className="skeleton h-5 w-3/5" />
    </div>
  );
}

export function HistorySection({ app }: { app: OwnApp }) {
  const query = useOwnHistory(app.id);
  return (
    <Section title={t`History`}>
      <QueryView query={query} failure={t`Couldn’t load the history`} skeleton={<Skeleton />}>
        {(pages) => (
          <>
            <ol aria-label={t`Newest first`}>
              {itemsOf(pages).map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ol>
            <LoadMore query={query} />
          </>
        )}
      </QueryView>
    </Section>
  );
}
