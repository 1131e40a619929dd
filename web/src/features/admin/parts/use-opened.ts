import { useState } from 'react';

/**
 * What a sheet is about, also while it closes. `onOpen` fills its form each time that it opens: what was typed before goes
 * with the sheet that was closed. When it is about something newer while it is open, `before` is what that takes the place of.
 */
export function useOpened<T extends object | string>(
  subject: T | undefined,
  onOpen: (subject: T, before: T | undefined) => void,
): T | undefined {
  const [given, setGiven] = useState<T>();
  const [shown, setShown] = useState<T>();
  if (subject !== given) {
    setGiven(subject);
    if (subject !== undefined) {
      setShown(subject);
      onOpen(subject, given);
    }
  }
  return shown;
}
