import { t } from '@lingui/core/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';

/** Shows a new user how to swipe while an app loads. */
export function SwipeLesson() {
  return (
    <div
      dir="ltr"
      className="mt-5 grid grid-cols-[1fr_auto_1fr] items-center gap-[min(1.5rem,4vw)] text-sm font-bold"
    >
      <span className="feed-ghost-pass flex items-center justify-end gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        <span>{t`Pass`}</span>
      </span>
      <span
        className="feed-ghost h-16 w-12 rounded-[10px] border-2 border-white/80 bg-white/20"
        aria-hidden="true"
      />
      <span className="feed-ghost-like flex items-center gap-1.5">
        <span>{t`Like`}</span>
        <ArrowRight size={16} aria-hidden="true" />
      </span>
    </div>
  );
}
