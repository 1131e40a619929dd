import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { pressWord } from './swipe-tip.ts';

/** Explains a new card the first times, at its foot: which way is what, and that the app can be tried. */
export function NewCardHint() {
  return (
    <p className="feed-hint-place pointer-events-none absolute inset-x-0 flex justify-center" data-hint="">
      <span className="feed-hint flex items-center gap-1.5 rounded-pill bg-night/85 px-3.5 py-1.5 text-xs font-semibold whitespace-nowrap text-white ring-1 ring-white/15">
        <ArrowLeft size={14} aria-hidden="true" />
        Pass
        <span className="px-2 font-normal text-white/85">{`${pressWord()} to try`}</span>
        Like
        <ArrowRight size={14} aria-hidden="true" />
      </span>
    </p>
  );
}
