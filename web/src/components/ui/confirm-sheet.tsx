import { t } from '@lingui/core/macro';
import { Button } from './button.tsx';
import { Sheet, type SheetProps } from './sheet.tsx';
import { SheetButtons } from './sheet-form.tsx';

interface Props extends Omit<SheetProps, 'isBusy'> {
  confirm: string;
  pending: string | undefined;
  isDanger?: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation of an action. The focus starts on Cancel. */
export function ConfirmSheet({ confirm, pending, isDanger = true, onConfirm, children, ...sheet }: Props) {
  return (
    <Sheet {...sheet} isBusy={pending !== undefined}>
      <div className="grid grid-cols-1 gap-5 pt-1">
        <div className="grid grid-cols-1 gap-3">{children}</div>
        <SheetButtons>
          <Button variant="secondary" data-autofocus onClick={sheet.onClose}>{t`Cancel`}</Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            pending={pending}
            // A second click while the sheet closes must not repeat the action.
            onClick={() => sheet.open && onConfirm()}
          >
            {confirm}
          </Button>
        </SheetButtons>
      </div>
    </Sheet>
  );
}
