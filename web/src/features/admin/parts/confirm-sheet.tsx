import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { SheetButtons } from '../../../components/ui/sheet-buttons.tsx';

interface Props {
  open: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  pending: string | undefined;
  isDanger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation of an action. The focus starts on Cancel. */
export function ConfirmSheet({
  open,
  title,
  children,
  confirm,
  pending,
  isDanger = true,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Sheet open={open} isBusy={pending !== undefined} onClose={onClose} title={title}>
      <div className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 gap-3">{children}</div>
        <SheetButtons>
          <Button variant="quiet" data-autofocus onClick={onClose}>{t`Cancel`}</Button>
          <Button variant={isDanger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
            {confirm}
          </Button>
        </SheetButtons>
      </div>
    </Sheet>
  );
}
