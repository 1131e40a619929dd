import type { Speech } from '../../../languages/say.ts';

export const formatLikes = (upvotes: number, { say }: Speech): string =>
  say('{upvotes, plural, =0 {No likes yet} one {# like} other {# likes}}', { upvotes });
