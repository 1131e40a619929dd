import { useEffect, useEffectEvent } from 'react';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"]), select, textarea, [contenteditable]')
  );
}

/** Handles keys except in text fields and while a dialog is open. A held key acts once. */
export function useKeys(deeds: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return;
    if (!Object.hasOwn(deeds, key) || document.querySelector('dialog:modal:not(.leaving)')) return;
    event.preventDefault();
    if (!event.repeat) deeds[key]?.();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
