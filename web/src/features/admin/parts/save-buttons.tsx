import { t } from '@lingui/core/macro';
import { Button } from '../../../components/ui/button.tsx';
import { SheetButtons } from '../../../components/ui/sheet-form.tsx';

interface Props {
  isSaving: boolean;
  onCancel: () => void;
}

export function SaveButtons({ isSaving, onCancel }: Props) {
  return (
    <SheetButtons>
      <Button variant="quiet" onClick={onCancel}>{t`Cancel`}</Button>
      <Button type="submit" pending={isSaving ? t`Saving…` : undefined}>{t`Save`}</Button>
    </SheetButtons>
  );
}
