import type { Speech } from '../../../languages/say.ts';

export const formatApps = (count: number, { say }: Speech): string =>
  say('{count, plural, =0 {No apps yet} one {# app} other {# apps}}', { count });
