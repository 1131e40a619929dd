import { t } from '@lingui/core/macro';
import { Button } from '../../../../components/ui/button.tsx';
import './keys.css';

/** Where there is a keyboard, it says so: the way to the list of keys. */
export function KeysHint({ onOpen }: { onOpen: () => void }) {
  return (
    <p className="dash-keys-hint">
      <Button variant="quiet" onClick={onOpen}>
        <kbd className="dash-kbd">?</kbd> <span>{t`Keyboard shortcuts`}</span>
      </Button>
    </p>
  );
}
