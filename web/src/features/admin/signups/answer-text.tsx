import { t } from '@lingui/core/macro';
import { cutText } from '@zapdeck/contract/wire/cut-text';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/ui/button.tsx';

/** Up to this length, an answer is shown in full. */
const SHORT_MAX = 300;
const LINES_MAX = 6;
/** Shorter than a short answer, so that the button always shows much more. */
const CUT_TO = 240;

const isShort = (text: string) => text.length <= SHORT_MAX && text.split('\n').length <= LINES_MAX;

/** Answer of a person who signed up. A button shows all of a long one. */
export function AnswerText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(isShort(text));
  const shown = useRef<HTMLParagraphElement>(null);
  const cut = cutText(text, CUT_TO).trimEnd();
  // The button disappears, and the focus goes to the text.
  const showAll = () => {
    flushSync(() => setWhole(true));
    shown.current?.focus();
  };
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1">
      <p
        ref={shown}
        tabIndex={-1}
        dir="auto"
        className={`w-full whitespace-pre-line wrap-anywhere ${isWhole ? '' : 'line-clamp-6'}`}
      >
        {isWhole ? text : `${cut}${cut === text ? '' : '…'}`}
      </p>
      {isWhole ? null : (
        <Button variant="quiet" className="-ms-5 -mb-2" aria-expanded={false} onClick={showAll}>
          {t`Show all`}
        </Button>
      )}
    </div>
  );
}
