import { toast } from './toasts.ts';

/** The browser or the device did not respond. The message is for users. */
export class PasskeyProblem extends Error {}

/** Shows why there was no response. Returns false for other errors. */
export function sayPasskeyProblem(error: unknown, title: string): boolean {
  if (!(error instanceof PasskeyProblem)) return false;
  toast({ title, description: error.message, variant: 'destructive' });
  return true;
}
