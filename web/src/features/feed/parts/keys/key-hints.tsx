import { t } from '@lingui/core/macro';
import { useOpenFeed } from '../use-feed.ts';

const keyClass =
  'rounded-[7px] border border-b-2 border-white/30 px-1.5 py-px font-sans text-xs leading-5 font-semibold';

/** The most important keys. A press shows all keys. */
export default function KeyHints() {
  const { open } = useOpenFeed().actions;
  const hints = [
    ['←', t`Pass`],
    ['→', t`Like`],
    [t({ message: 'Space', comment: 'A key' }), t`Zap`],
    ['↑', t`Upvote`],
    [t({ message: 'Enter', comment: 'A key' }), t({ message: 'Try', comment: 'Try the app' })],
  ] as const;
  return (
    <button
      type="button"
      className="feed-hints absolute top-[calc(env(safe-area-inset-top)+.125rem)] inset-e-[calc(max(var(--feed-side),var(--feed-offer))+16.5rem)] z-[12] min-h-11 items-center gap-3.5 rounded-pill px-4 text-[.8125rem] font-medium whitespace-nowrap text-white/85 hover:bg-white/12"
      onClick={() => open('keys')}
    >
      <span className="sr-only">{t`Keyboard shortcuts`}</span>
      {hints.map(([key, meaning]) => (
        <span key={key} aria-hidden="true" className="inline-flex items-center gap-1.5">
          <kbd className={keyClass}>{key}</kbd>
          <span>{meaning}</span>
        </span>
      ))}
      <kbd aria-hidden="true" className={keyClass}>
        ?
      </kbd>
    </button>
  );
}
