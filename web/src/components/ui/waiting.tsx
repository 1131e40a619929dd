import { t } from '@lingui/core/macro';
import { Spinner } from './spinner.tsx';

/** Shown while content loads: first nothing, then a spinner. */
export function Waiting() {
  return (
    <div className="waiting">
      <Spinner label={t`Loading…`} className="size-9" />
    </div>
  );
}
