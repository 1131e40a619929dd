import { t } from '@lingui/core/macro';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useConnected } from '../../lib/connection.ts';
import { Status } from './status.tsx';

/** Shown while there is no connection. `text` says what that means on this screen. */
export function OfflineHint({ text }: { text: string }) {
  const isConnected = useConnected();
  return (
    <Status>
      {isConnected ? null : (
        <p className="mb-6 -mt-2 flex items-center gap-3 rounded-field bg-amber-soft px-4 py-3 text-sm text-amber-ink">
          <CloudOff size={20} aria-hidden="true" className="shrink-0" />
          <span>
            <span className="block font-semibold">{t`You are offline`}</span>
            <span>{` ${text}`}</span>
          </span>
        </p>
      )}
    </Status>
  );
}
