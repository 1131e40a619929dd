import { t } from '@lingui/core/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Pointer from 'lucide-react/icons/pointer';
import { hasMouse } from '../../engine/cues/hints.ts';

/** Explains swiping and trying, in the words of the device. */
export function NewCardHint() {
  const byMouse = hasMouse();
  const steps = [
    {
      key: 'pass',
      name: t`Pass`,
      gesture: byMouse ? t`← or drag` : t`Swipe left`,
      Icon: ArrowLeft,
      colour: 'text-[oklch(0.76_0.16_25)]',
    },
    {
      key: 'try',
      name: t`Try it`,
      gesture: byMouse ? t`Click or Enter` : t`Tap`,
      Icon: Pointer,
      colour: 'text-white',
    },
    {
      key: 'like',
      name: t`Like`,
      gesture: byMouse ? t`→ or drag` : t`Swipe right`,
      Icon: ArrowRight,
      colour: 'text-[oklch(0.82_0.19_155)]',
    },
  ];
  return (
    <div
      className="feed-hint-place pointer-events-none absolute inset-x-0 flex justify-center px-3"
      data-hint=""
    >
      <ul
        dir="ltr"
        className="feed-hint grid w-full max-w-lg grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-x-2 rounded-card bg-night px-2 py-5 text-center text-white shadow-2xl ring-1 ring-white/15"
      >
        {steps.map(({ key, name, gesture, Icon, colour }) => (
          <li key={key} className="flex flex-col items-center">
            <Icon size={36} strokeWidth={2.4} aria-hidden="true" className={colour} />
            <span className="display mt-2 text-[min(1.5rem,6.2vw)]/[1.33]">{name}</span>
            <span className="text-[.9375rem]/5 text-white/85">{gesture}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
