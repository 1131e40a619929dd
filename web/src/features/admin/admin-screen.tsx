import { type AdminTab, adminTabs, screens } from '@zapdeck/contract/screens';
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { lazyAhead } from '../../lib/lazy-ahead.tsx';
import './admin-screen.css';
import { panelId, TabStrip, tabId } from './tab-strip.tsx';
import { ListSkeleton } from '../../components/list/list-skeleton.tsx';
import { say } from '../../lib/say.ts';

const tabs = {
  '/admin': lazyAhead(() => import('./stats/stats-tab.tsx')),
  '/admin/apps': lazyAhead(() => import('./apps/apps-tab.tsx')),
  '/admin/users': lazyAhead(() => import('./users/users-tab.tsx')),
  '/admin/config': lazyAhead(() => import('./config/config-tab.tsx')),
  '/admin/reports': lazyAhead(() => import('./reports/reports-tab.tsx')),
  '/admin/hosts': lazyAhead(() => import('./hosts/hosts-tab.tsx')),
  '/admin/audit': lazyAhead(() => import('./audit/audit-tab.tsx')),
  '/admin/errors': lazyAhead(() => import('./errors/errors-tab.tsx')),
} as const satisfies Record<AdminTab['path'], unknown>;

/** Preloads a tab that is hovered or focused. A failure shows when the tab is opened. */
function preload(path: AdminTab['path']): void {
  tabs[path].load().catch(() => undefined);
}

/** The admin dashboard: one tab at a time, each with its own address. */
export default function AdminScreen() {
  const [path] = useLocation();
  const current = adminTabs.find((tab) => tab.path === path.replace(/\/+$/, '')) ?? adminTabs[0];
  const Tab = tabs[current.path].Component;
  return (
    <div className="dash">
      <ScreenHeading title={say(screens.admin.title)} />
      <TabStrip current={current} onNear={preload} />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(current)} className="dash-panel">
        <Suspense fallback={<ListSkeleton />}>
          <Tab />
        </Suspense>
      </div>
    </div>
  );
}
