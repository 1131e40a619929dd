/** The tabs of the admin dashboard in their order, each with the address that opens it. */
export const adminTabs = [
  { path: '/admin', label: 'Stats' },
  { path: '/admin/apps', label: 'Apps' },
  { path: '/admin/users', label: 'Users' },
  { path: '/admin/config', label: 'Config' },
  { path: '/admin/reports', label: 'Reports' },
  { path: '/admin/audit', label: 'Audit' },
  { path: '/admin/errors', label: 'Errors' },
] as const;

export type AdminTab = (typeof adminTabs)[number];

/** The tab at the address, if it is one of the admin dashboard's. */
export function adminTabAt(path: string): AdminTab | undefined {
  return adminTabs.find((tab) => tab.path === path);
}
