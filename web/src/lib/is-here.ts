import { adminTabAt } from './admin-tabs.ts';

/** Whether an entry of a menu leads to the screen at the path: the feed has two addresses, the dashboard one per tab. */
export function isHere(path: string, href: string): boolean {
  if (href === '/') return path === '/' || path === '/home';
  return path === href || (href === '/admin' && adminTabAt(path) !== undefined);
}
