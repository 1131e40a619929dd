import type { AdminAppPage, NearDuplicate } from '@zapdeck/contract/apps/admin-app';

/** Returns the possible duplicates that the app's context does not list as apps of its host. */
export function otherDuplicates({ near, context }: Pick<AdminAppPage, 'near' | 'context'>): NearDuplicate[] {
  const listed = new Set(context.hostApps.map(({ id }) => id));
  return near.filter(({ id }) => !listed.has(id));
}
