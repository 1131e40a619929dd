import { toast } from '../../../components/ui/toast.tsx';
import { tellFailure } from '../../../lib/tell-failure.ts';
import { refreshAdmin } from './refresh-admin.ts';

interface AdminAction<T> {
  /** Its name in the reports of errors. */
  name: string;
  work: () => Promise<T>;
  success: string | ((answer: T) => string);
  failure: string;
  /** Whether the server's own words, where it has some, stand in place of `failure`. */
  isServerHeard?: boolean;
}

/** Does something on the server and says how it went; returns the answer, or undefined after a failure. */
export async function act<T>({
  name,
  work,
  success,
  failure,
  isServerHeard,
}: AdminAction<T>): Promise<T | undefined> {
  try {
    const answer = await work();
    toast({ title: 'Success', description: typeof success === 'string' ? success : success(answer) });
    void refreshAdmin();
    return answer;
  } catch (error) {
    tellFailure(error, {
      action: name,
      title: 'Error',
      text: failure,
      words: isServerHeard ? 'server' : 'ours',
    });
    return undefined;
  }
}
