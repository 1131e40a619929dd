import { useEffect, useEffectEvent } from 'react';

interface Keys {
  isActive: boolean;
  /** J or K while no app has the focus. */
  onEnter: () => void;
  /** U, wherever the focus is: the queue may be empty by now. */
  onUndo: () => void;
  onHelp: () => void;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"]), select, textarea, [contenteditable]')
  );
}

/** The keys that work wherever the focus is: the way into the queue, and the list of keys. */
export function usePendingKeys({ isActive, onEnter, onUndo, onHelp }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return;
    const key = event.key.toLowerCase();
    if (key === '?') onHelp();
    else if (key === 'u') onUndo();
    else if (key === 'j' || key === 'k') onEnter();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (!isActive) return;
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isActive]);
}
