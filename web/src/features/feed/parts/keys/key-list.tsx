import { t } from '@lingui/core/macro';
import { Button } from '../../../../components/ui/button.tsx';
import { Sheet } from '../../../../components/ui/sheet.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  onExplain: () => void;
}

export default function KeyList({ open, onClose, onExplain }: Props) {
  const keys: readonly [keys: readonly string[], meaning: string][] = [
    [['→'], t`Like and next`],
    [['←'], t`Pass`],
    [[t({ message: 'Space', comment: 'A key' }), '↓'], t`Zap to the next app`],
    [['↑'], t`Upvote and stay`],
    [[t({ message: 'Enter', comment: 'A key' })], t`Try the app`],
    [[t({ message: 'Esc', comment: 'A key' })], t`Back to swiping`],
    [[t({ message: 'Backspace', comment: 'A key' })], t`Undo`],
    [['/'], t`Search apps`],
    [['?'], t`Show this list`],
  ];
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
