import { plural, t } from '@lingui/core/macro';
import type { AdminTab } from '@zapdeck/contract/instance/screens';
import { type Waiting, WAITING_MAX } from '@zapdeck/contract/accounts/waiting';
import { type KeyboardEvent, useEffect } from 'react';
import { Link, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { instance } from '../../lib/instance.ts';
import { formatCount } from '../../lib/numbers.ts';
import { useUnsaved } from './parts/unsaved.ts';
import { useWaiting } from './parts/use-waiting.ts';
import './tab-strip.css';
import { say } from '../../lib/say.ts';

export const panelId = 'admin-panel';
export const tabId = ({ path }: AdminTab) => `tab${path.replaceAll('/', '-')}`;

interface Props {
  tabs: readonly AdminTab[];
  current: AdminTab;
  /** Called when a tab is hovered or focused, so that it can be preloaded. */
  onNear: (tab: AdminTab) => void;
}

/** Returns the tabs without *Sign-ups* if sign-up needs no approval and no account waits. */
function shownTabs(
  tabs: readonly AdminTab[],
  waiting: Waiting | undefined,
  current: AdminTab,
): readonly AdminTab[] {
  const hasSignups = instance.registration === 'approval' || Number(waiting?.applications) > 0;
  return tabs.filter((tab) => tab.name !== 'signups' || hasSignups || tab === current);
}

function neighbour(key: string, tabs: readonly AdminTab[], index: number): AdminTab | undefined {
  const last = tabs.length - 1;
  const isMirrored = document.documentElement.dir === 'rtl';
  const moved = {
    [isMirrored ? 'ArrowLeft' : 'ArrowRight']: index === last ? 0 : index + 1,
    [isMirrored ? 'ArrowRight' : 'ArrowLeft']: index === 0 ? last : index - 1,
    Home: 0,
    End: last,
  }[key];
  return moved === undefined ? undefined : tabs[moved];
}

/** Search, filters and page of each tab when it was last open. */
const lastQueries = new Map<AdminTab['path'], string>();

function hrefOf({ path }: AdminTab): string {
  const query = lastQueries.get(path) ?? '';
  return query === '' ? path : `${path}?${query}`;
}

interface TabWaiting {
  count: number;
  text: string;
  /** Text for screen readers instead of `text`. Sighted users see a colour. */
  lateText?: string;
}

function reviewsOf({ pending, changed, overdue }: Waiting): TabWaiting {
  const count = pending + changed;
  const [pendingCount, changedCount] = [formatCount(pending), formatCount(changed)];
  const text = t`${plural(count, { one: '# waits', other: '# wait' })} for review: ${pendingCount} pending, ${changedCount} changed`;
  if (overdue === 0) return { count, text };
  const lateText = t`${plural(count, { one: '# waits', other: '# wait' })} for review: ${pendingCount} pending, ${changedCount} changed, ${plural(overdue, { other: '# overdue' })}`;
  return { count, text, lateText };
}

function pendingOf({ pending, overdue }: Waiting): TabWaiting {
  const text = plural({ count: pending }, { other: '# pending' });
  if (overdue === 0) return { count: pending, text };
  const lateText = t`${plural({ count: pending }, { other: '# pending' })}, ${plural(overdue, { other: '# overdue' })}`;
  return { count: pending, text, lateText };
}

const waitingOf: Partial<Record<AdminTab['name'], (waiting: Waiting) => TabWaiting>> = {
  stats: reviewsOf,
  queue: pendingOf,
  changes: ({ changed: count }) => ({ count, text: plural(count, { other: '# changed' }) }),
  apps: ({ flagged: count }) => ({
    count,
    text: plural(count, {
      one: '# has been unreachable for seven days',
      other: '# have been unreachable for seven days',
    }),
  }),
  signups: ({ applications: count }) => ({
    count,
    text: plural(count, { one: '# account waits for approval', other: '# accounts wait for approval' }),
  }),
  reports: ({ reports: count }) => ({
    count,
    text: plural(count, { one: '# has open reports', other: '# have open reports' }),
  }),
};

/** Number of waiting items on a tab. Renders nothing for 0. */
function TabCount({ name, waiting }: { name: AdminTab['name']; waiting: Waiting | undefined }) {
  const { count, text, lateText } = (waiting && waitingOf[name]?.(waiting)) ?? { count: 0, text: '' };
  if (count === 0) return null;
  return (
    <span
      className="dash-tab-count tabular"
      data-late={lateText === undefined ? undefined : true}
      data-tooltip={text}
    >
      <span aria-hidden="true">{count >= WAITING_MAX ? '999+' : count}</span>
      <span className="sr-only">{lateText ?? text}</span>
    </span>
  );
}

/** Tabs of the dashboard. Each is a link. The strip is one Tab stop; arrow keys move inside it. */
export function TabStrip({ tabs: allowed, current, onNear }: Props) {
  const isUnsaved = useUnsaved();
  const waiting = useWaiting();
  const tabs = shownTabs(allowed, waiting, current);
  const query = useSearch();
  useEffect(() => {
    lastQueries.set(current.path, query);
  }, [current, query]);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(event.key, tabs, tabs.indexOf(current));
    if (!next) return;
    event.preventDefault();
    navigate(hrefOf(next));
    document.getElementById(tabId(next))?.focus({ preventScroll: true });
  };

  return (
    <div role="tablist" aria-label={t`Admin`} className="dash-tabs" onKeyDown={press}>
      {tabs.map((tab) => {
        const isCurrent = tab === current;
        return (
          <Link
            key={tab.path}
            href={isCurrent ? `${tab.path}${query && `?${query}`}` : hrefOf(tab)}
            role="tab"
            id={tabId(tab)}
            aria-selected={isCurrent}
            aria-controls={isCurrent ? panelId : undefined}
            tabIndex={isCurrent ? 0 : -1}
            className="dash-tab"
            onPointerEnter={() => onNear(tab)}
            onFocus={() => onNear(tab)}
          >
            <span>{say(tab.label)}</span>
            <TabCount name={tab.name} waiting={waiting} />
            {tab.name === 'config' && isUnsaved ? (
              <span className="dash-dot">
                <span className="sr-only">{t`(unsaved changes)`}</span>
              </span>
            ) : null}
          </Link>
        );
      })}
    </div>
  );
}
