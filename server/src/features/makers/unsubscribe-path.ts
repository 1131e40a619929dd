import type { MailKind } from '@zapdeck/contract/mail-preferences';

/** Where mails of a kind are ended. */
export function unsubscribePath({ kind, token }: { kind: MailKind; token: string }): string {
  return `/unsubscribe/${kind}/${token}`;
}
