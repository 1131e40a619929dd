import type { ComponentProps } from 'react';
import { useHydrated } from '../../lib/use-hydrated.ts';

interface Props extends ComponentProps<'button'> {
  /** What the button does, in words. */
  label: string;
}

/** A round button that shows only an icon; its label is its name and its tooltip. One press before its script counts. */
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
