import { useEffect, useState } from 'react';

/** Pause in typing after which the list is updated. */
const PAUSE_MS = 250;

/** Tracks whether an input method is composing in a field with the props `composition`. Its text is not final. */
export function useComposition() {
  const [isComposing, setComposing] = useState(false);
  const composition = {
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false),
  };
  return { isComposing, composition };
}

interface PausedText extends Pick<ReturnType<typeof useComposition>, 'composition'> {
  text: string;
  change: (text: string) => void;
  settle: () => void;
}

/** Returns the text of a field with a debounced `value`. */
export function usePausedText(value: string, onPause: (text: string) => void): PausedText {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const { isComposing, composition } = useComposition();
  // The value was changed from outside, by the back button or "clear".
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value || isComposing) return;
    const timer = setTimeout(() => {
      setKnown(text);
      onPause(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onPause, isComposing]);
  const settle = () => {
    if (isComposing) return;
    setKnown(text);
    onPause(text);
  };
  return { text, change: setText, settle, composition };
}
