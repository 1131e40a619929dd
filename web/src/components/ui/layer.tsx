import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

interface Props {
  open: boolean;
  onClose: () => void;
  onClosed?: (() => void) | undefined;
  labelledBy?: string;
  label?: string;
  className?: string;
  children: ReactNode;
}

const LEAVE_MS = 180;

/**
 * A modal layer over the whole screen on the platform's own dialog: the focus stays inside and returns afterwards,
 * Escape and a press beside the panel ask to close it. An element marked `data-autofocus` gets the focus first.
 * The children live as long as it can be seen.
 */
export function Layer({ open, onClose, onClosed, labelledBy, label, className = '', children }: Props) {
  const dialog = useRef<HTMLDialogElement | null>(null);
  const [shown, setShown] = useState(open);
  if (open && !shown) setShown(true);
  const gone = useEffectEvent(() => onClosed?.());

  // Taken away while open, the dialog still gives the focus back to where it came from.
  const attach = useCallback((element: HTMLDialogElement) => {
    dialog.current = element;
    return () => {
      element.close();
      dialog.current = null;
    };
  }, []);

  useEffect(() => {
    if (open) {
      if (dialog.current?.open) return;
      dialog.current?.showModal();
      dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
      return;
    }
    if (!dialog.current) return;
    const timer = setTimeout(() => {
      dialog.current?.close();
      setShown(false);
      gone();
    }, LEAVE_MS);
    return () => clearTimeout(timer);
  }, [open]);

  if (!shown) return null;
  return (
    <dialog
      ref={attach}
      aria-labelledby={labelledBy}
      aria-label={label}
      className={`layer ${open ? '' : 'leaving'}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => open && !dialog.current?.open && onClose()}
    >
      <div
        className={`size-full ${className}`}
        onClick={(event) => event.target === event.currentTarget && onClose()}
      >
        {children}
      </div>
    </dialog>
  );
}
