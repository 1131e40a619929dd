import { type AdminPage, adminTabsOf, screens } from '@zapdeck/contract/instance/screens';
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { ProofPrompt } from '../../components/proof/proof-prompt.tsx';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ListSkeleton } from '../../components/list/list-skeleton.tsx';
import { lazyAhead } from '../../lib/lazy-part.tsx';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';
import { PageLinks, panelId, TabStrip, tabId } from './tab-strip.tsx';
import './admin-screen.css';

const parts = {
  stats: lazyAhead(() => import('./stats/stats-tab.tsx')),
  queue: lazyAhead(() => import('./queue/queue-tab.tsx')),
  apps: lazyAhead(() => import('./apps/apps-tab.tsx')),
  changes: lazyAhead(() => import('./changes/changes-tab.tsx')),
  users: lazyAhead(() => import('./users/users-tab.tsx')),
  ranking: lazyAhead(() => import('./config/ranking-page.tsx')),
  instance: lazyAhead(() => import('./instance/instance-page.tsx')),
  people: lazyAhead(() => import('./registration/people-page.tsx')),
  moderation: lazyAhead(() => import('./config/moderation-page.tsx')),
  reports: lazyAhead(() => import('./reports/reports-tab.tsx')),
  hosts: lazyAhead(() => import('./hosts/hosts-tab.tsx')),
  groups: lazyAhead(() => import('./groups/groups-tab.tsx')),
  audit: lazyAhead(() => import('./audit/audit-tab.tsx')),
  security: lazyAhead(() => import('./security/security-tab.tsx')),
  errors: lazyAhead(() => import('./errors/errors-tab.tsx')),
} as const satisfies Record<AdminPage['name'], unknown>;

/** Preloads a page whose link is hovered or focused. A failure shows when the page is opened. */
function preload({ name }: AdminPage): void {
  parts[name].load().catch(() => undefined);
}

/** The admin dashboard: one page at a time, each with its own address. Moderators see some of the pages. */
export default function AdminScreen() {
  const [path] = useLocation();
  const { role } = useUser();
  const tabs = adminTabsOf(role);
  const pages = tabs.flatMap((tab) => tab.pages);
  const page = pages.find((one) => one.path === path.replace(/\/+$/, '')) ?? pages[0];
  const tab = page && tabs.find((one) => one.pages.includes(page));
  if (!tab) return null;
  const { Component } = parts[page.name];
  return (
    <div className="dash">
      <ScreenHeading title={say(screens.admin.title)} />
      <TabStrip tabs={tabs} current={tab} page={page} onNear={preload} />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(tab)} className="dash-panel">
        <PageLinks tab={tab} page={page} onNear={preload} />
        <Suspense fallback={<ListSkeleton />}>
          <Component />
        </Suspense>
      </div>
      <ProofPrompt />
    </div>
  );
}
