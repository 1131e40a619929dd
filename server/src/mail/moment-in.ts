import type { Speech } from '../languages/say.ts';

/** Returns date and time in UTC, in the language of the mail. */
export function momentIn({ locale }: Speech, at: Date): string {
  const parts = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' } as const;
  return `${new Intl.DateTimeFormat(locale, parts).format(at)} UTC`;
}
