import { t } from '@lingui/core/macro';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { Switch } from './switch.tsx';
import './keys.css';

const STORED = 'zapdeck.admin-keys';

let areOn = true;
try {
  areOn = localStorage.getItem(STORED) !== 'off';
} catch {
  // Without storage, the keys are on.
}
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function switchKeys(on: boolean): void {
  areOn = on;
  try {
    if (on) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, 'off');
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** Returns false if the user has turned off the keys that need no modifier. */
export const useKeysOn = (): boolean => useSyncExternalStore(subscribe, () => areOn);

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"]), select, textarea, [contenteditable]')
  );
}

interface Keys {
  /** Act while the focus is inside the region. */
  inside: Readonly<Record<string, () => void>>;
  /** Decide nothing, and act wherever the focus is. */
  anywhere: Readonly<Record<string, () => void>>;
}

/** Handles keys except in text fields and while a dialog is open. A held key acts once. */
export function useKeys(region: RefObject<HTMLElement | null>, { inside, anywhere }: Keys): void {
  const isOn = useKeysOn();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const key = event.key.toLowerCase();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
    if (document.querySelector('dialog:modal:not(.leaving)')) return;
    const isInside = target instanceof Node && region.current?.contains(target);
    const deeds = isInside ? { ...anywhere, ...inside } : anywhere;
    if (!Object.hasOwn(deeds, key)) return;
    event.preventDefault();
    if (!event.repeat) deeds[key]?.();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn]);
}

/** Button that opens the list of keys, on devices with a keyboard. */
export function KeysHint({ onOpen }: { onOpen: () => void }) {
  return (
    <p className="dash-keys-hint">
      <Button variant="quiet" onClick={onOpen}>
        {useKeysOn() ? <kbd className="dash-kbd">?</kbd> : null} <span>{t`Keyboard shortcuts`}</span>
      </Button>
    </p>
  );
}

interface SheetProps {
  open: boolean;
  keys: readonly (readonly [key: string, meaning: string])[];
  children: ReactNode;
  onClose: () => void;
}

/** List of a screen's keys, opened by "?", with a switch that turns them off. */
export function KeysSheet({ open, keys, children, onClose }: SheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={t`Keys`}>
      <Switch
        label={t`Keyboard shortcuts`}
        note={t`Turn them off if a screen reader or voice control uses the same keys.`}
        checked={useKeysOn()}
        onChange={switchKeys}
      />
      <dl className="dash-keys mt-4">
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
