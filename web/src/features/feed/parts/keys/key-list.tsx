import { t } from '@lingui/core/macro';
import { Button } from '../../../../components/ui/button.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';

const keys: readonly [keys: readonly string[], meaning: string][] = [
  [['→'], 'Like and next'],
  [['←'], 'Pass'],
  [['Space', '↓'], 'Zap to the next app'],
  [['↑'], 'Upvote and stay'],
  [['Enter'], 'Try the app'],
  [['Esc'], 'Back to swiping'],
  [['Backspace'], 'Undo'],
  [['?'], 'Show this list'],
];

interface Props {
  open: boolean;
  onClose: () => void;
  onExplain: () => void;
}

export default function KeyList({ open, onClose, onExplain }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={t`Keyboard shortcuts`}>
      <dl className="grid gap-1">
        {keys.map(([names, meaning]) => (
          <div
            key={meaning}
            className="flex min-h-11 items-center justify-between gap-4 border-b border-line last:border-0"
          >
            <dt className="flex gap-1.5">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="min-w-8 rounded-[8px] border border-b-2 border-line-strong bg-raised px-2 py-0.5 text-center font-sans text-sm font-semibold"
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd className="-order-1">{meaning}</dd>
          </div>
        ))}
      </dl>
      <Button
        variant="secondary"
        className="mt-5 w-full"
        onClick={onExplain}
      >{t`Show me how to swipe`}</Button>
    </Sheet>
  );
}
