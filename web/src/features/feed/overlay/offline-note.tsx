import { useConnected } from '../../../lib/connection.ts';

/** Says that there is no connection, as long as there is none. */
export function OfflineNote() {
  if (useConnected()) return null;
  return (
    <output className="feed-glass absolute top-[calc(env(safe-area-inset-top)+6.5rem)] left-1/2 z-[12] -translate-x-1/2 rounded-pill px-4 py-2 text-sm font-semibold whitespace-nowrap">
      Offline: your votes are kept
    </output>
  );
}
