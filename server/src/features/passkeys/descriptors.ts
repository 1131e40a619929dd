import type { PasskeyRow } from '../../db/schema/passkeys.table.ts';

/** Returns the passkeys in the form in which the options of WebAuthn name them. */
export const descriptorsOf = (rows: readonly Pick<PasskeyRow, 'credentialId' | 'transports'>[]) =>
  rows.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key' as const, transports }));

/** Returns the user handle of the account: its id in bytes. Devices store it, and name the account by it. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}
