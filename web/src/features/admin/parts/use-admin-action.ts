import { t } from '@lingui/core/macro';
import { type Action, type Options, useAction } from '../../../lib/use-action.ts';
import { refreshAfter } from './refresh-admin.ts';

interface AdminOptions<In, Out> extends Omit<Options<In, Out>, 'success' | 'failure'> {
  name: string;
  success: string | ((result: Out) => string | undefined);
  failure: string;
  /** Prefers the server's message to `failure`. */
  prefersServerText?: true;
}

/** Runs an action of an admin and reads the lists again. */
export function useAdminAction<In = void, Out = unknown>({
  name,
  work,
  success,
  failure,
  prefersServerText,
  ...rest
}: AdminOptions<In, Out>): Action<In> {
  return useAction<In, Out>({
    ...rest,
    work: (input) => refreshAfter(work(input)),
    success(result) {
      const description = typeof success === 'string' ? success : success(result);
      return description === undefined ? undefined : { title: t`Success`, description };
    },
    failure: { action: name, title: t`Error`, text: failure, words: prefersServerText ? 'server' : 'ours' },
  });
}
