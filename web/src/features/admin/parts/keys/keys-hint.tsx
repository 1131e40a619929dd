import { t } from '@lingui/core/macro';
import { Button } from '../../../../components/ui/button.tsx';
import './keys.css';

/** Button that opens the list of keys, on devices with a keyboard. */
export function KeysHint({ onOpen }: { onOpen: () => void }) {
  return (
    <p className="dash-keys-hint">
      <Button variant="quiet" onClick={onOpen}>
        <kbd className="dash-kbd">?</kbd> <span>{t`Keyboard shortcuts`}</span>
      </Button>
    </p>
  );
}
