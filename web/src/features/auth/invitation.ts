import { instance } from '../../lib/instance.ts';

/** Returns the token of an invitation from the query, without characters that a chat appended to the link. */
export function invitationIn(search: string): string | undefined {
  return /^[\w-]+/.exec(new URLSearchParams(search).get('invitation') ?? '')?.[0];
}

/** Returns false if this visitor cannot sign up. `isUsable` is undefined until the server has checked the invitation. */
export function mayHaveForm(invitation: string | undefined, isUsable: boolean | undefined): boolean {
  const { registration } = instance;
  if (registration === 'invitation') return invitation !== undefined && isUsable !== false;
  return registration !== 'closed';
}
