import { useEffect, useState } from 'react';

/** How long a pause in typing is before a list follows. */
const PAUSE_MS = 250;

interface PausedText {
  /** What stands in the field. */
  text: string;
  change: (text: string) => void;
  /** Lets the list follow at once. */
  settle: () => void;
}

/** The text of a field whose `value` follows after a short pause in typing. */
export function usePausedText(value: string, onPause: (text: string) => void): PausedText {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // Somebody else changed it: the back button, or "clear".
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => {
      setKnown(text);
      onPause(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onPause]);
  const settle = () => {
    setKnown(text);
    onPause(text);
  };
  return { text, change: setText, settle };
}
