import { t } from '@lingui/core/macro';
import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from '../../../../components/ui/button.tsx';

interface Props {
  offline: boolean;
  /** The server has too much to do. */
  busy?: boolean;
  onRetry: () => void;
}

export function FailedDeck({ offline, busy = false, onRetry }: Props) {
  return (
    <section
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-center gap-6 bg-paper px-8 pb-16 text-center text-ink"
    >
      <span className="grid size-20 place-items-center rounded-full bg-brand-soft text-brand-ink">
        <CloudOff size={36} aria-hidden="true" />
      </span>
      <div className="max-w-md">
        <h2 className="display text-title">{offline ? t`You are offline` : t`Couldn’t load apps`}</h2>
        <p className="mt-3 text-muted">
          {offline
            ? t`We’ll reload when you’re back online.`
            : busy
              ? t`We’re busy right now. Your votes are safe. Try again in a minute.`
              : t`Something went wrong. Your votes are safe.`}
        </p>
      </div>
      <Button onClick={onRetry}>{t`Try again`}</Button>
    </section>
  );
}
