import type { ReactNode } from 'react';

type Look = 'small' | 'up' | 'down' | 'bolt';

interface Props {
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

export function BarButton({
  label,
  look,
  hint,
  pressed,
  disabled = false,
  busy = false,
  onClick,
  children,
}: Props) {
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
