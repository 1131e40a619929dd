import { Spinner } from '../../../components/ui/spinner.tsx';
import { FailedDeck } from './failed-deck.tsx';
import { useOnline } from '../../../lib/use-online.ts';

/** In place of a card while the next page of the deck is on its way, or when it did not come. */
export function AwaitedCard({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const online = useOnline();
  if (failed) return <FailedDeck offline={!online} onRetry={onRetry} />;
  return (
    <div className="absolute inset-0 grid place-items-center text-white">
      <Spinner label="Loading" className="size-9" />
    </div>
  );
}
