import { plural, t } from '@lingui/core/macro';
import type { AdminPage, AdminTab } from '@zapdeck/contract/instance/screens';
import { type Waiting, WAITING_MAX } from '@zapdeck/contract/accounts/waiting';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { formatCount } from '../../lib/numbers.ts';
import { say } from '../../lib/say.ts';
import { useUnsaved } from './parts/unsaved.ts';
import { useWaiting } from './parts/use-waiting.ts';
import './tab-strip.css';

export const panelId = 'admin-panel';
export const tabId = ({ pages: [first] }: AdminTab) => `tab${first.path.replaceAll('/', '-')}`;

interface Props {
  tabs: readonly AdminTab[];
  current: AdminTab;
  page: AdminPage;
  /** Called when the link to a page is hovered or focused, so that the page can be preloaded. */
  onNear: (page: AdminPage) => void;
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

/** Search, filters and page number of each page when it was last open. */
const lastQueries = new Map<AdminPage['path'], string>();
/** The page of each tab that was last open. */
const lastPages = new Map<string, AdminPage>();

const pageOf = ({ label, pages }: AdminTab): AdminPage =>
  pages.find((page) => page === lastPages.get(label)) ?? pages[0];

function hrefOf({ path }: AdminPage): string {
  const query = lastQueries.get(path) ?? '';
  return query === '' ? path : `${path}?${query}`;
}

interface TabWaiting {
  count: number;
  text: string;
  /** Text for screen readers instead of `text`. Sighted users see a colour. */
  lateText?: string;
}

function reviewsOf({ pending, changed, overdue, applications }: Waiting): TabWaiting {
  const count = pending + changed;
  const [pendingCount, changedCount] = [formatCount(pending), formatCount(changed)];
  const accounts =
    applications === 0
      ? []
      : [
          plural(
            { count: applications },
            {
              one: '# account waits for approval',
              other: '# accounts wait for approval',
            },
          ),
        ];
  const inAll = count + applications;
  if (count === 0) return { count: inAll, text: accounts.join() };
  const text = t`${plural(count, { one: '# waits', other: '# wait' })} for review: ${pendingCount} pending, ${changedCount} changed`;
  if (overdue === 0) return { count: inAll, text: [text, ...accounts].join(' · ') };
  const lateText = t`${plural(count, { one: '# waits', other: '# wait' })} for review: ${pendingCount} pending, ${changedCount} changed, ${plural(overdue, { other: '# overdue' })}`;
  return {
    count: inAll,
    text: [text, ...accounts].join(' · '),
    lateText: [lateText, ...accounts].join(' · '),
  };
}

function pendingOf({ pending, overdue }: Waiting): TabWaiting {
  const text = plural({ count: pending }, { other: '# pending' });
  if (overdue === 0) return { count: pending, text };
  const lateText = t`${plural({ count: pending }, { other: '# pending' })}, ${plural(overdue, { other: '# overdue' })}`;
  return { count: pending, text, lateText };
}

const waitingOf: Partial<Record<AdminPage['name'], (waiting: Waiting) => TabWaiting>> = {
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
  reports: ({ reports: count }) => ({
    count,
    text: plural(count, { one: '# has open reports', other: '# have open reports' }),
  }),
};

/** Number of waiting items on a tab. Renders nothing for 0. */
function TabCount({ name, waiting }: { name: AdminPage['name']; waiting: Waiting | undefined }) {
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
export function TabStrip({ tabs, current, page, onNear }: Props) {
  const isUnsaved = useUnsaved();
  const waiting = useWaiting();
  const query = useSearch();
  const strip = useRef<HTMLDivElement>(null);
  const currentId = tabId(current);
  useEffect(() => {
    lastQueries.set(page.path, query);
    lastPages.set(current.label, page);
  }, [current, page, query]);
  useEffect(() => {
    const list = strip.current;
    const tab = document.getElementById(currentId)?.getBoundingClientRect();
    if (!list || !tab) return;
    const { left, width } = list.getBoundingClientRect();
    list.scrollBy({ left: tab.left + tab.width / 2 - left - width / 2, behavior: 'instant' });
  }, [currentId]);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(event.key, tabs, tabs.indexOf(current));
    if (!next) return;
    event.preventDefault();
    navigate(hrefOf(pageOf(next)));
    document.getElementById(tabId(next))?.focus({ preventScroll: true });
  };

  return (
    <div ref={strip} role="tablist" aria-label={t`Admin`} className="dash-tabs" onKeyDown={press}>
      {tabs.map((tab) => {
        const isCurrent = tab === current;
        const target = isCurrent ? page : pageOf(tab);
        const [{ name }] = tab.pages;
        return (
          <Link
            key={tab.label}
            href={isCurrent ? `${page.path}${query && `?${query}`}` : hrefOf(target)}
            role="tab"
            id={tabId(tab)}
            aria-selected={isCurrent}
            aria-controls={isCurrent ? panelId : undefined}
            tabIndex={isCurrent ? 0 : -1}
            className="dash-tab"
            onPointerEnter={() => onNear(target)}
            onFocus={() => onNear(target)}
          >
            <span>{say(tab.label)}</span>
            <TabCount name={name} waiting={waiting} />
            {name === 'ranking' && isUnsaved ? (
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

/** Links to the pages of a tab. Renders nothing for a tab with one page. */
export function PageLinks({ tab, page, onNear }: Pick<Props, 'page' | 'onNear'> & { tab: AdminTab }) {
  const query = useSearch();
  const here = query === '' ? page.path : `${page.path}?${query}`;
  if (tab.pages.length === 1) return null;
  return (
    <nav aria-label={say(tab.label)} className="dash-pages">
      {tab.pages.map((one) => (
        <Link
          key={one.path}
          href={one === page ? here : hrefOf(one)}
          aria-current={one === page ? 'page' : undefined}
          onPointerEnter={() => onNear(one)}
          onFocus={() => onNear(one)}
        >
          {say(one.label)}
        </Link>
      ))}
    </nav>
  );
}
