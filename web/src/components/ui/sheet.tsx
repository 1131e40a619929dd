import { t } from '@lingui/core/macro';
import X from 'lucide-react/icons/x';
import { Fragment, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { Layer } from './layer.tsx';

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Prevents closing by a drag, Escape or a press outside while an action runs. */
  isBusy?: boolean;
  /** Called when the dialog has closed and the focus has returned. */
  onClosed?: () => void;
  children: ReactNode;
}

const CLOSE_PX = 110;
const CLOSE_PX_PER_MS = 0.5;

/** A dialog: at the bottom on phones, where it can be dragged down to close; in the middle on wide screens. */
export function Sheet({ open, onClose, title, isBusy = false, onClosed, children }: SheetProps) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const start = useRef<{ y: number; at: number } | undefined>(undefined);
  const close = () => {
    if (!isBusy) onClose();
  };

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (matchMedia('(min-width: 48rem)').matches || (event.target as Element).closest('button')) return;
    start.current = { y: event.clientY, at: event.timeStamp };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!start.current || !panel.current) return;
    panel.current.style.translate = `0 ${Math.max(0, event.clientY - start.current.y)}px`;
  };
  const release = (event: PointerEvent<HTMLDivElement>) => {
    if (!start.current || !panel.current) return;
    const moved = event.clientY - start.current.y;
    const speed = moved / Math.max(1, event.timeStamp - start.current.at);
    start.current = undefined;
    const isAway = moved > CLOSE_PX || (moved > 24 && speed > CLOSE_PX_PER_MS);
    if (event.type === 'pointerup' && isAway && !isBusy) return onClose();
    panel.current.style.translate = '';
  };

  return (
    <Layer
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      isBusy={isBusy}
      labelledBy={titleId}
      className="flex items-end justify-center md:items-center md:p-6"
    >
      <div
        ref={panel}
        className="layer-panel relative flex max-h-[min(92dvh,52rem)] w-full max-w-xl flex-col rounded-t-[28px] bg-surface text-ink shadow-lift transition-[translate] duration-200 ease-out [--from-y:100%] md:rounded-[28px] md:[--from-scale:.96] md:[--from-y:12px]"
      >
        <div
          className="flex touch-none items-center gap-3 pt-6 pe-4 pb-3 ps-6 select-none md:touch-auto md:pt-5"
          onPointerDown={grab}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerCancel={release}
        >
          <span className="absolute top-2 inset-x-0 mx-auto h-1.5 w-11 rounded-pill bg-line-strong/60 md:hidden" />
          <h2
            id={titleId}
            dir="auto"
            className="display min-w-0 grow text-[min(var(--text-heading),7.2vw)] wrap-anywhere"
          >
            {title}
          </h2>
          <IconButton label={t`Close`} className="max-h-[15vw] max-w-[15vw] bg-raised" onClick={close}>
            <X size={20} />
          </IconButton>
        </div>
        {/* No padding at the end, because sticky buttons would stop above it. They bring their own. */}
        <div className="min-h-0 grow scroll-pt-12 scroll-pb-24 overflow-y-auto overscroll-contain px-6 pb-[calc(env(safe-area-inset-bottom)+1.5rem)] has-[.sheet-buttons]:pb-0">
          {children}
        </div>
      </div>
    </Layer>
  );
}

/** Returns the value, or the last defined one, for a closing sheet. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

interface RecordSheetProps<T> extends Omit<SheetProps, 'open' | 'title' | 'children'> {
  /** The sheet is open while this is set. */
  record: T | undefined;
  title: (record: T) => string;
  children: (record: T) => ReactNode;
}

/** Sheet about one record. It shows the last record while it closes. Another record mounts new children. */
export function RecordSheet<T extends { id: string }>({
  record,
  title,
  children,
  ...sheet
}: RecordSheetProps<T>) {
  const shown = useLast(record);
  return (
    <Sheet {...sheet} open={record !== undefined} title={shown ? title(shown) : ''}>
      {shown ? <Fragment key={shown.id}>{children(shown)}</Fragment> : null}
    </Sheet>
  );
}
