import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Pointer from 'lucide-react/icons/pointer';
import { hasMouse } from '../../engine/cues/swipe-tip.ts';

const BY_TOUCH = { pass: 'Swipe left', tryIt: 'Tap', like: 'Swipe right' };
const BY_MOUSE = { pass: '← or drag', tryIt: 'Click or Enter', like: '→ or drag' };

const steps = [
  { name: 'pass', meaning: 'Pass', Icon: ArrowLeft, colour: 'text-[oklch(0.76_0.16_25)]' },
  { name: 'tryIt', meaning: 'Try it', Icon: Pointer, colour: 'text-white' },
  { name: 'like', meaning: 'Like', Icon: ArrowRight, colour: 'text-[oklch(0.82_0.19_155)]' },
] as const;

/** Explains swiping and trying, in the words of the device. */
export function NewCardHint() {
  const words = hasMouse() ? BY_MOUSE : BY_TOUCH;
  return (
    <div
      className="feed-hint-place pointer-events-none absolute inset-x-0 flex justify-center px-3"
      data-hint=""
    >
      <ul className="feed-hint grid w-full max-w-lg grid-cols-3 rounded-card bg-night px-2 py-5 text-center text-white shadow-2xl ring-1 ring-white/15">
        {steps.map(({ name, meaning, Icon, colour }) => (
          <li key={name} className="flex flex-col items-center">
            <Icon size={36} strokeWidth={2.4} aria-hidden="true" className={colour} />
            <span className="display mt-2 text-2xl/8">{meaning}</span>
            <span className="text-[.9375rem]/5 text-white/85">{words[name]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
