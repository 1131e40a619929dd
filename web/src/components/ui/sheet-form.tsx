import { t } from '@lingui/core/macro';
import type { ReactNode, RefObject, SubmitEvent } from 'react';
import type { Elements } from '../../lib/elements.ts';
import { Button } from './button.tsx';

/**
 * Buttons at the end of a sheet: Cancel first, the main action last. On a high screen, they stay visible while a long form
 * scrolls. On a phone, they fill the row.
 */
export function SheetButtons({ children }: { children: ReactNode }) {
  return (
    <div className="sheet-buttons sticky bottom-[min(0px,calc((100dvh-24rem)*99))] z-1 -mx-6 -mt-2 flex md:rounded-b-[28px] flex-wrap justify-end gap-3 bg-surface px-6 pt-2 pb-[calc(env(safe-area-inset-bottom)+1.5rem)] before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 before:bg-linear-to-t before:from-surface before:to-transparent max-md:[&>button]:grow">
      {children}
    </div>
  );
}

interface Props {
  ref: RefObject<HTMLFormElement | null>;
  onSubmit: (event: SubmitEvent) => void;
  onClose: () => void;
  submit: string;
  pending: string | undefined;
  isDanger?: boolean;
  cancel?: string | undefined;
  /** Another button, before Cancel. */
  other?: Elements;
  children: Elements;
}

/** Form in a sheet, with a button that closes it and one that submits it. */
export function SheetForm({
  ref,
  onSubmit,
  onClose,
  submit,
  pending,
  isDanger = false,
  cancel = t`Cancel`,
  other,
  children,
}: Props) {
  return (
    <form ref={ref} noValidate className="grid grid-cols-1 gap-5 pt-1" onSubmit={onSubmit}>
      {children}
      <SheetButtons>
        {other}
        <Button variant="secondary" onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} pending={pending}>
          {submit}
        </Button>
      </SheetButtons>
    </form>
  );
}
