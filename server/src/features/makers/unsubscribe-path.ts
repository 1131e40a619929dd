import type { MailKind } from '@zapdeck/contract/accounts/mail-preferences';

export function unsubscribePath({ kind, token }: { kind: MailKind; token: string }): string {
  return `/unsubscribe/${kind}/${token}`;
}
