import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Pointer from 'lucide-react/icons/pointer';
import { pressWord } from './swipe-tip.ts';

/** Explains a new card the first times: which way is what, and that the app can be tried. */
export function NewCardHint() {
  return (
    <div
      className="pointer-events-none absolute inset-x-0 top-[38%] z-[5] flex justify-center px-4"
      data-hint=""
    >
      <div className="feed-hint flex flex-col items-center gap-3 rounded-card bg-night/85 px-6 py-5 text-white shadow-2xl ring-1 ring-white/15">
        <Pointer className="feed-sway" size={34} aria-hidden="true" />
        <p className="flex items-center gap-5 font-semibold whitespace-nowrap">
          <span className="inline-flex items-center gap-1.5">
            <ArrowLeft size={18} aria-hidden="true" />
            Pass
          </span>
          <span className="inline-flex items-center gap-1.5">
            Like
            <ArrowRight size={18} aria-hidden="true" />
          </span>
        </p>
        <p className="text-sm text-white/85">{`${pressWord()} the app to try it`}</p>
      </div>
    </div>
  );
}
