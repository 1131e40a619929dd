import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Sheet } from '../../../../components/ui/sheet.tsx';
import './keys.css';

interface Props {
  open: boolean;
  keys: readonly (readonly [key: string, meaning: string])[];
  children: ReactNode;
  onClose: () => void;
}

/** List of a screen's keys, opened by "?". */
export function KeysSheet({ open, keys, children, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={t`Keys`}>
      <dl className="dash-keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd className="dash-kbd">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">{children}</p>
    </Sheet>
  );
}
