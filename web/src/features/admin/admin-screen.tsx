import { type AdminTab, adminTabsOf, screens } from '@zapdeck/contract/instance/screens';
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { ProofPrompt } from '../../components/proof/proof-prompt.tsx';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { lazyAhead } from '../../lib/lazy-part.tsx';
import './admin-screen.css';
import { panelId, TabStrip, tabId } from './tab-strip.tsx';
import { ListSkeleton } from '../../components/list/list-skeleton.tsx';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';

const parts = {
  stats: lazyAhead(() => import('./stats/stats-tab.tsx')),
  queue: lazyAhead(() => import('./queue/queue-tab.tsx')),
  apps: lazyAhead(() => import('./apps/apps-tab.tsx')),
  changes: lazyAhead(() => import('./changes/changes-tab.tsx')),
  users: lazyAhead(() => import('./users/users-tab.tsx')),
  signups: lazyAhead(() => import('./signups/signups-tab.tsx')),
  config: lazyAhead(() => import('./config/config-tab.tsx')),
  reports: lazyAhead(() => import('./reports/reports-tab.tsx')),
  hosts: lazyAhead(() => import('./hosts/hosts-tab.tsx')),
  groups: lazyAhead(() => import('./groups/groups-tab.tsx')),
  audit: lazyAhead(() => import('./audit/audit-tab.tsx')),
  security: lazyAhead(() => import('./security/security-tab.tsx')),
  errors: lazyAhead(() => import('./errors/errors-tab.tsx')),
} as const satisfies Record<AdminTab['name'], unknown>;

/** Preloads a tab that is hovered or focused. A failure shows when the tab is opened. */
function preload({ name }: AdminTab): void {
  parts[name].load().catch(() => undefined);
}

/** The admin dashboard: one tab at a time, each with its own address. Moderators see some of the tabs. */
export default function AdminScreen() {
  const [path] = useLocation();
  const { role } = useUser();
  const tabs = adminTabsOf(role);
  const current = tabs.find((tab) => tab.path === path.replace(/\/+$/, '')) ?? tabs[0];
  if (!current) return null;
  const Tab = parts[current.name].Component;
  return (
    <div className="dash">
      <ScreenHeading title={say(screens.admin.title)} />
      <TabStrip tabs={tabs} current={current} onNear={preload} />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(current)} className="dash-panel">
        <Suspense fallback={<ListSkeleton />}>
          <Tab />
        </Suspense>
      </div>
      <ProofPrompt />
    </div>
  );
}
