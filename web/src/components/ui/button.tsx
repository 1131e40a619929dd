import type { ComponentProps, MouseEvent } from 'react';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Text while an action runs. The button is then marked as busy and does nothing. */
  pending?: string | undefined;
}

/** A button. Unlike a disabled one, it keeps the focus while pending. */
export function Button({
  variant = 'primary',
  size = 'md',
  pending,
  className = '',
  type = 'button',
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const busy = pending !== undefined;
  // Before hydration a click has no handler. A form sent by the browser would put the password into the address.
  const waiting = !useHydrated();
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, size, className)}
      disabled={disabled || waiting}
      data-waiting={waiting || undefined}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={click}
    >
      {busy ? (
        <>
          <Spinner className="size-4.5" />
          <span>{pending}</span>
        </>
      ) : (
        children
      )}
    </button>
  );
}
