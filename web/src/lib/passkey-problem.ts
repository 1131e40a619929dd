import { toast } from '../components/ui/toast.tsx';

/** The browser or the device gave no answer. The message is for users. */
export class PasskeyProblem extends Error {}

/** Shows why there was no answer. Returns false for other errors. */
export function sayPasskeyProblem(error: unknown, title: string): boolean {
  if (!(error instanceof PasskeyProblem)) return false;
  toast({ title, description: error.message, variant: 'destructive' });
  return true;
}
