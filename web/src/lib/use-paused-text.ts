import { useEffect, useState } from 'react';

/** Pause in typing after which the list is updated. */
const PAUSE_MS = 250;

interface PausedText {
  /** Text of the field. */
  text: string;
  change: (text: string) => void;
  /** Updates the list at once. */
  settle: () => void;
}

/** Returns the text of a field whose `value` is debounced. */
export function usePausedText(value: string, onPause: (text: string) => void): PausedText {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The value was changed from outside, by the back button or "clear".
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
