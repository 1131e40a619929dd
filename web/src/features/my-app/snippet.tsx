import Copy from 'lucide-react/icons/copy';
import { useId } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { copyAndSay } from '../../lib/share-app.ts';

interface Props {
  label: string;
  text: string;
  copy: string;
  said: { title: string; description: string };
}

/** Text with a Copy button. It can also be selected and copied by hand. */
export function Snippet({ label, text, copy, said }: Props) {
  const id = useId();
  return (
    <div className="snippet grid content-start gap-2">
      <label htmlFor={id} className="text-sm font-semibold wrap-anywhere">
        {label}
      </label>
      <textarea
        id={id}
        dir="ltr"
        readOnly
        rows={3}
        spellCheck={false}
        value={text}
        className="w-full rounded-field border border-line-strong bg-raised text-base text-ink md:text-sm"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="secondary" className="justify-self-start" onClick={() => void copyAndSay(text, said)}>
        <Copy size={18} aria-hidden="true" />
        <span>{copy}</span>
      </Button>
    </div>
  );
}
