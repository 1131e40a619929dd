import { t } from '@lingui/core/macro';
import type { VoteType } from '@zapdeck/contract/feed/votes';
import { screens } from '@zapdeck/contract/instance/screens';
import Info from 'lucide-react/icons/info';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import Undo2 from 'lucide-react/icons/undo-2';
import UserRound from 'lucide-react/icons/user-round';
import Zap from 'lucide-react/icons/zap';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { FeedActions } from '../../engine/feed-actions.ts';

type Look = 'small' | 'up' | 'down' | 'bolt';

interface BarButtonProps {
  label: string;
  look: Look;
  /** The key that does the same, for the tooltip. */
  hint?: string;
  pressed?: boolean;
  disabled?: boolean;
  /** Keeps the focus but ignores clicks. */
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const looks: Record<Look, string> = {
  small: 'w-11 hover:bg-ink/10',
  up: 'w-13 bg-up-soft text-up-ink hover:brightness-105 aria-pressed:bg-up aria-pressed:text-night',
  down: 'w-13 bg-down-soft text-down-ink hover:brightness-105 aria-pressed:bg-down aria-pressed:text-night',
  bolt: 'w-15 bg-bolt text-night hover:brightness-105',
};

function BarButton({
  label,
  look,
  hint,
  pressed,
  disabled = false,
  busy = false,
  onClick,
  children,
}: BarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={hint === undefined ? label : `${label} (${hint})`}
      aria-pressed={pressed}
      aria-disabled={busy || undefined}
      disabled={disabled}
      className={`grid aspect-square min-w-[44px] place-items-center rounded-full transition duration-200 ease-out active:scale-88 disabled:pointer-events-none disabled:opacity-35 aria-disabled:opacity-70 ${looks[look]}`}
      onClick={() => busy || onClick()}
    >
      {children}
    </button>
  );
}

interface Props {
  vote?: VoteType | null;
  voteBusy?: boolean;
  canUndo?: boolean;
  /** There is no card: only the profile button works. */
  idle: boolean;
  /** The front card is an app. */
  votable?: boolean;
  actions?: Pick<FeedActions, 'decide' | 'vote' | 'undo' | 'open'>;
}

export function ActionBar({
  vote = null,
  voteBusy = false,
  canUndo = false,
  idle,
  votable = false,
  actions,
}: Props) {
  return (
    <div
      role="group"
      aria-label={t`Actions`}
      className="feed-bar pointer-events-auto flex max-w-full items-center gap-[clamp(0px,4vw_-_13px,.75rem)] rounded-pill bg-surface p-1.5 text-ink"
    >
      <BarButton
        label={t`Undo`}
        look="small"
        hint="⌫"
        disabled={idle || !canUndo}
        onClick={() => actions?.undo()}
      >
        <Undo2 size={21} aria-hidden="true" />
      </BarButton>
      <BarButton
        label={t`Downvote`}
        look="down"
        pressed={vote === 'down'}
        disabled={idle || !votable}
        busy={voteBusy}
        onClick={() => actions?.vote('down')}
      >
        <ThumbsDown size={24} strokeWidth={2.2} aria-hidden="true" />
      </BarButton>
      <BarButton
        label={t`Zap to the next app`}
        look="bolt"
        hint={t({ message: 'Space', comment: 'A key' })}
        disabled={idle}
        onClick={() => actions?.decide('zap')}
      >
        <Zap size={32} strokeWidth={2} className="fill-current" aria-hidden="true" />
      </BarButton>
      <BarButton
        label={t`Upvote`}
        look="up"
        hint="↑"
        pressed={vote === 'up'}
        disabled={idle || !votable}
        busy={voteBusy}
        onClick={() => actions?.vote('up')}
      >
        <ThumbsUp size={24} strokeWidth={2.2} aria-hidden="true" />
      </BarButton>
      <BarButton
        label={t`Share and details`}
        look="small"
        disabled={idle || !votable}
        onClick={() => actions?.open('details')}
      >
        <Info size={22} aria-hidden="true" />
      </BarButton>
      <BarButton label={t`Profile`} look="small" onClick={() => navigate(screens.profile.path)}>
        <UserRound size={22} aria-hidden="true" />
      </BarButton>
    </div>
  );
}
