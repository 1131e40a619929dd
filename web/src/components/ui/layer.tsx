import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import './layer.css';

interface Props {
  open: boolean;
  onClose: () => void;
  onClosed?: (() => void) | undefined;
  /** Prevents closing while an action runs. If a browser closes the dialog anyway, it calls `onClose`. */
  isBusy?: boolean;
  labelledBy?: string;
  label?: string;
  className?: string;
  children: ReactNode;
}

const LEAVE_MS = 180;

/** Reserves the width of the scroll bar while the page does not scroll, so that nothing moves. */
function keepBarsPlace(): void {
  const page = document.documentElement;
  page.style.scrollbarGutter = innerWidth > page.clientWidth ? 'stable' : 'auto';
}

/** Closes the dialog. If the previously focused element is gone, no element has the focus. */
function closeDialog(dialog: HTMLDialogElement): void {
  dialog.close();
  const { activeElement } = document;
  // The browser takes the focus out of a closed dialog only with the next frame.
  if (dialog.contains(activeElement)) (activeElement as HTMLElement).blur();
}

/**
 * Modal layer built on `<dialog>`. The focus stays inside and returns afterwards. Escape and a press outside call
 * `onClose`. `data-autofocus` marks the first focus. Children stay mounted until the exit animation ends.
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
  // The dialog stays mounted until its close event, on which toasts leave it.
  const leave = useEffectEvent(() => (dialog.current?.open ? closeDialog(dialog.current) : vanish()));

  // A dialog that is unmounted while open still returns the focus, and toasts leave it.
  const attach = useCallback((element: HTMLDialogElement) => {
    dialog.current = element;
    return () => {
      closeDialog(element);
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
          // Selecting text by a drag out of the panel fires a click on this element, the common ancestor.
          if (target === currentTarget && pressed.current === currentTarget) ask();
        }}
      >
        {children}
      </div>
    </dialog>
  );
}
