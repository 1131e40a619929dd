import { Button } from '../../../../components/ui/button.tsx';
import './keys.css';

/** Where there is a keyboard, it says so: the way to the list of keys. */
export function KeysHint({ onOpen }: { onOpen: () => void }) {
  return (
    <p className="ad-keys-hint">
      <Button variant="quiet" onClick={onOpen}>
        <kbd className="ad-kbd">?</kbd> Keys for all of this
      </Button>
    </p>
  );
}
