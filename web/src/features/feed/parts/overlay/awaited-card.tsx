import { t } from '@lingui/core/macro';
import { Spinner } from '../../../../components/ui/spinner.tsx';
import { useConnected } from '../../../../lib/connection.ts';
import { FailedDeck } from './failed-deck.tsx';

/** Shown in place of a card while the next page loads, or after it failed to. */
export function AwaitedCard({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const connected = useConnected();
  if (failed) return <FailedDeck offline={!connected} onRetry={onRetry} />;
  return (
    <div className="absolute inset-0 grid place-items-center text-white">
      <Spinner label={t`Loading…`} className="size-9" />
    </div>
  );
}
