import type { ComponentProps } from 'react';
import { useHydrated } from '../../lib/use-hydrated.ts';

interface Props extends ComponentProps<'button'> {
  /** Accessible name and tooltip. */
  label: string;
}

/** Round button with an icon only. A tap before hydration is repeated afterwards. */
export function IconButton({ label, className = '', type = 'button', children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tooltip={label}
      data-waiting={useHydrated() ? undefined : true}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-pill transition duration-200 ease-out hover:bg-ink/8 active:scale-90 disabled:pointer-events-none disabled:opacity-40 ${className}`}
    >
      {children}
    </button>
  );
}
