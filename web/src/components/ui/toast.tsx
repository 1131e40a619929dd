import { t } from '@lingui/core/macro';
import X from 'lucide-react/icons/x';
import { type PointerEvent, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { readableHost } from '../../lib/announce.ts';
import {
  currentToast,
  dismissToast,
  startTimer,
  stopTimer,
  subscribeToToast,
  type ToastState,
} from '../../lib/toasts.ts';
import { IconButton } from './icon-button.tsx';

const SWIPE_PX = 60;

/** Toasts move to another host when a dialog opens or closes. */
function subscribeToHost(listener: () => void): () => void {
  const stop = subscribeToToast(listener);
  document.addEventListener('toggle', listener, true);
  document.addEventListener('close', listener, true);
  return () => {
    stop();
    document.removeEventListener('toggle', listener, true);
    document.removeEventListener('close', listener, true);
  };
}

function ToastCard({ shown }: { shown: ToastState }) {
  const card = useRef<HTMLDivElement>(null);
  const start = useRef<number | undefined>(undefined);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    stopTimer();
    if (start.current === undefined || !card.current) return;
    const x = event.clientX - start.current;
    card.current.style.translate = `${x}px 0`;
    card.current.style.opacity = String(1 - Math.min(Math.abs(x) / 260, 0.7));
  };
  const release = (event: PointerEvent<HTMLDivElement>) => {
    if (start.current === undefined || !card.current) return;
    const far = Math.abs(event.clientX - start.current) > SWIPE_PX;
    start.current = undefined;
    if (far) return dismissToast();
    card.current.style.translate = '';
    card.current.style.opacity = '';
  };
  const colours = shown.variant === 'destructive' ? 'bg-danger' : 'bg-night ring-1 ring-white/12';
  const moving = `shadow-lift transition duration-200 ease-out text-white [animation:toast-in_320ms_var(--ease-spring)] ${colours} ${shown.leaving ? 'translate-y-4 opacity-0' : ''}`;
  if (shown.look === 'line') {
    return (
      <p className={`max-w-full truncate rounded-pill px-4 py-1 text-sm font-semibold ${moving}`}>
        {shown.title}
      </p>
    );
  }
  return (
    <div
      ref={card}
      className={`pointer-events-auto flex w-full touch-pan-y flex-wrap items-center justify-end gap-2 rounded-card py-2.5 pe-2 ps-5 md:max-w-[420px] ${moving}`}
      onPointerDown={(event) => (start.current = event.clientX)}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={(event) => {
        // The pointer may be released outside.
        release(event);
        startTimer();
      }}
      onFocus={stopTimer}
      onBlur={startTimer}
    >
      <div className="min-w-[min(6.5rem,100%)] grow basis-0 py-1 wrap-anywhere">
        <p className="font-semibold">{shown.title}</p>
        {shown.description === undefined ? null : (
          <p className="text-sm text-white/95">{shown.description}</p>
        )}
      </div>
      {shown.action ? (
        <button
          type="button"
          className="min-h-11 shrink-0 rounded-pill bg-white px-4 text-sm font-semibold text-night active:scale-95"
          onClick={() => {
            dismissToast();
            shown.action?.onClick();
          }}
        >
          {shown.action.label}
        </button>
      ) : null}
      <IconButton label={t`Dismiss`} className="hover:bg-white/15" onClick={dismissToast}>
        <X size={18} />
      </IconButton>
    </div>
  );
}

/** Host of toasts: above the bars, or inside the open dialog. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, () => undefined);
  const host = useSyncExternalStore(subscribeToHost, readableHost, () => undefined);
  if (!host) return null;
  const card = shown ? <ToastCard key={shown.id} shown={shown} /> : null;
  const urgent = shown?.variant === 'destructive';
  // On a page it avoids the bars at the bottom, and in a dialog fields and buttons.
  const place = host === document.body ? 'toasts' : 'top-[calc(env(safe-area-inset-top)+1rem)]';
  return createPortal(
    <section
      aria-label={t`Notifications`}
      className={`pointer-events-none fixed inset-x-3 ${place} z-50 flex flex-col items-center`}
    >
      <div role="status" className="flex w-full justify-center">
        {urgent ? null : card}
      </div>
      <div role="alert" className="flex w-full justify-center">
        {urgent ? card : null}
      </div>
    </section>,
    host,
  );
}
