import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import './layer.css';

interface Props {
  open: boolean;
  onClose: () => void;
  onClosed?: (() => void) | undefined;
  /** Refuses to close while an action runs. A browser may close the dialog all the same, and then it calls `onClose`. */
  isBusy?: boolean;
  labelledBy?: string;
  label?: string;
  className?: string;
  children: ReactNode;
}

const LEAVE_MS = 180;

/** While the page does not scroll, its bar keeps its place, or everything would move; where there was none, none is kept. */
function keepBarsPlace(): void {
  const page = document.documentElement;
  page.style.scrollbarGutter = innerWidth > page.clientWidth ? 'stable' : 'auto';
}

/**
 * A modal layer over the whole screen on the platform's own dialog: the focus stays inside and returns afterwards,
 * Escape and a press beside the panel ask to close it. An element marked `data-autofocus` gets the focus first.
 * The children are visible until the dialog has left. Each opening mounts new ones.
 */
export function Layer({
  open,
  onClose,
  onClosed,
  isBusy = false,
  labelledBy,
  label,
  className = '',
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement | null>(null);
  const pressed = useRef<EventTarget>(null);
  const [shown, setShown] = useState(open);
  const [opening, setOpening] = useState({ open, count: 0 });
  if (open !== opening.open) {
    setOpening({ open, count: open ? opening.count + 1 : opening.count });
    if (open) setShown(true);
  }
  const ask = () => {
    if (!isBusy) onClose();
  };
  const vanish = () => {
    setShown(false);
    onClosed?.();
  };
  // The dialog stays until its event has been heard: messages move out of it by that, or they would go with it.
  const leave = useEffectEvent(() => (dialog.current?.open ? dialog.current.close() : vanish()));

  // Taken away while open, the dialog still gives the focus back to where it came from, and lets go of messages.
  const attach = useCallback((element: HTMLDialogElement) => {
    dialog.current = element;
    return () => {
      element.close();
      document.dispatchEvent(new Event('close'));
      dialog.current = null;
    };
  }, []);

  useEffect(() => {
    if (open) {
      if (dialog.current?.open) return;
      keepBarsPlace();
      dialog.current?.showModal();
      dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
      return;
    }
    if (!dialog.current) return;
    const timer = setTimeout(leave, LEAVE_MS);
    return () => clearTimeout(timer);
  }, [open]);

  if (!shown) return null;
  return (
    <dialog
      key={opening.count}
      ref={attach}
      aria-labelledby={labelledBy}
      aria-label={label}
      className={`layer ${open ? '' : 'leaving'}`}
      onCancel={(event) => {
        event.preventDefault();
        ask();
      }}
      onClose={() => {
        if (dialog.current?.open) return;
        if (open) onClose();
        else vanish();
      }}
    >
      <div
        className={`size-full ${className}`}
        onPointerDown={({ target }) => (pressed.current = target)}
        onClick={({ target, currentTarget }) => {
          // Text that is selected by a drag out of the panel clicks what both ends lie in, which is this too.
          if (target === currentTarget && pressed.current === currentTarget) ask();
        }}
      >
        {children}
      </div>
    </dialog>
  );
}
