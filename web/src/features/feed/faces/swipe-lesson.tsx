import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';

/** A small card that goes right and left, with what that means: what somebody new can learn while an app loads. */
export function SwipeLesson() {
  return (
    <div className="mt-5 flex items-center justify-center gap-14 text-sm font-bold">
      <span className="feed-ghost-pass flex w-16 items-center justify-end gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        <span>Pass</span>
      </span>
      <span
        className="feed-ghost -mx-8 h-16 w-12 rounded-[10px] border-2 border-white/80 bg-white/20"
        aria-hidden="true"
      />
      <span className="feed-ghost-like flex w-16 items-center gap-1.5">
        <span>Like</span>
        <ArrowRight size={16} aria-hidden="true" />
      </span>
    </div>
  );
}
