import { parseArgs } from 'node:util';
import { InvitationForm } from '@zapdeck/contract/accounts/invitations';
import type { Db } from '../db/client.ts';
import { createInvitation } from '../features/registration/invitations.ts';

const options = {
  uses: { type: 'string', default: '1' },
  days: { type: 'string', default: '7' },
} as const;

/** Parses the arguments. Returns undefined if they are not valid. */
export function readInvitationForm(args: string[]): InvitationForm | undefined {
  try {
    const { uses, days } = parseArgs({ args, options }).values;
    return InvitationForm.safeParse({ uses: Number(uses), days: Number(days) }).data;
  } catch {
    return undefined;
  }
}

/** Creates an invitation and returns the lines to print. */
export async function invite(db: Db, form: InvitationForm, publicUrl: string): Promise<string[]> {
  const { link } = await createInvitation(db, form, { actorId: null, now: new Date(), publicUrl });
  const { uses, days } = form;
  const count = uses === 1 ? 'one sign-up' : `${uses} sign-ups`;
  return [
    `Link for ${count}, valid for ${days === 1 ? 'one day' : `${days} days`}, shown this once:`,
    `  ${link}`,
  ];
}
