import { t } from '@lingui/core/macro';
import CloudOff from 'lucide-react/icons/cloud-off';
import type { ReactNode } from 'react';
import { isUnconfirmed } from '../../lib/call.ts';
import type { Elements } from '../../lib/elements.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Button } from './button.tsx';
import { Status } from './status.tsx';

const UnconfirmedEmail = lazyPart(() => import('./unconfirmed-email.tsx'));

interface Read<T> {
  data: T | undefined;
  error: unknown;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: () => Promise<unknown>;
}

interface Props<T> {
  query: Read<T>;
  /** Message for a failed read: 'Couldn’t load your liked apps'. */
  failure: string;
  skeleton: Elements;
  children: (data: T) => ReactNode;
}

/** Shows the content of a query, a skeleton while it loads, or the reason why there is none. */
export function QueryView<T>({ query, failure, skeleton, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  const isOffline = query.fetchStatus === 'paused';
  if (!isOffline && !query.error) {
    return (
      <div aria-busy="true">
        <Status className="sr-only">{t`Loading…`}</Status>
        {skeleton}
      </div>
    );
  }
  const isReading = query.fetchStatus === 'fetching';
  const retry = () => void query.refetch();
  if (isUnconfirmed(query.error)) return <UnconfirmedEmail isReading={isReading} onRetry={retry} />;
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <span className="grid size-20 place-items-center rounded-pill bg-raised text-muted">
        <CloudOff size={34} aria-hidden="true" />
      </span>
      <h2 className="display mt-5 text-heading">{isOffline ? t`You are offline` : failure}</h2>
      {isOffline ? (
        <p className="mt-2 max-w-sm text-muted">{t`We’ll reload when you’re back online.`}</p>
      ) : (
        <Button
          variant="secondary"
          className="mt-6"
          pending={isReading ? t`Trying again…` : undefined}
          onClick={retry}
        >{t`Try again`}</Button>
      )}
    </div>
  );
}
