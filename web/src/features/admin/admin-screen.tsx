import { type AdminTab, adminTabs, screens } from '@zapdeck/contract/screens';
import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import './admin-screen.css';
import { panelId, TabStrip, tabId } from './tab-strip.tsx';
import { ListSkeleton } from './parts/list/list-skeleton.tsx';

const load = {
  '/admin': () => import('./stats/stats-tab.tsx'),
  '/admin/apps': () => import('./apps/apps-tab.tsx'),
  '/admin/users': () => import('./users/users-tab.tsx'),
  '/admin/config': () => import('./config/config-tab.tsx'),
  '/admin/reports': () => import('./reports/reports-tab.tsx'),
  '/admin/hosts': () => import('./hosts/hosts-tab.tsx'),
  '/admin/audit': () => import('./audit/audit-tab.tsx'),
  '/admin/errors': () => import('./errors/errors-tab.tsx'),
} as const satisfies Record<AdminTab['path'], unknown>;

const tabs = {
  '/admin': lazy(load['/admin']),
  '/admin/apps': lazy(load['/admin/apps']),
  '/admin/users': lazy(load['/admin/users']),
  '/admin/config': lazy(load['/admin/config']),
  '/admin/reports': lazy(load['/admin/reports']),
  '/admin/hosts': lazy(load['/admin/hosts']),
  '/admin/audit': lazy(load['/admin/audit']),
  '/admin/errors': lazy(load['/admin/errors']),
};

/** Starts to load a tab that a pointer or the focus has come near; a failure is met again when it is opened. */
function preload(path: AdminTab['path']): void {
  load[path]().catch(() => undefined);
}

/** Where admins moderate, tune and read the numbers: one tab at a time, each with an address of its own. */
export default function AdminScreen() {
  const [path] = useLocation();
  const current = adminTabs.find((tab) => tab.path === path.replace(/\/+$/, '')) ?? adminTabs[0];
  const Tab = tabs[current.path];
  return (
    <div className="ad">
      <ScreenHeading title={screens.admin.title} />
      <TabStrip current={current} onNear={preload} />
      <div role="tabpanel" id={panelId} aria-labelledby={tabId(current)} className="ad-panel">
        <Suspense fallback={<ListSkeleton />}>
          <Tab />
        </Suspense>
      </div>
    </div>
  );
}
