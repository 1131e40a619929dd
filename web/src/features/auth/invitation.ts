import { instance } from '../../lib/instance.ts';

/** Returns the token of an invitation from the query of the login screen. */
export function invitationIn(search: string): string | undefined {
  return new URLSearchParams(search).get('invitation') ?? undefined;
}

/** Returns false if this visitor cannot sign up, whatever the server says about the invitation. */
export function mayHaveForm(invitation: string | undefined): boolean {
  const { registration } = instance;
  if (registration === 'approval') return true;
  return registration === 'open' || (registration === 'invitation' && invitation !== undefined);
}
