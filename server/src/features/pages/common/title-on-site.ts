import type { PageSite } from './page-site.ts';

/** Returns the title with the name of the instance, for link previews. */
export const titleOnSite = (
  { title }: { title: string },
  { say, instance }: Pick<PageSite, 'say' | 'instance'>,
): string => say('{title} on {site}', { title, site: instance().name });
