import { t } from '@lingui/core/macro';
import { Button } from '../../../components/ui/button.tsx';
import { SheetButtons } from '../../../components/ui/sheet-buttons.tsx';

interface Props {
  confirm: string;
  pending: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Buttons to confirm the removal of a security setting. The focus starts on Cancel. */
export function ConfirmButtons({ confirm, pending, onConfirm, onCancel }: Props) {
  return (
    <SheetButtons>
      <Button variant="secondary" className="grow" data-autofocus onClick={onCancel}>{t`Cancel`}</Button>
      <Button variant="danger" className="grow" pending={pending} onClick={onConfirm}>
        {confirm}
      </Button>
    </SheetButtons>
  );
}
