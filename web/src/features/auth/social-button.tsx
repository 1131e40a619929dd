import type { ProviderId } from '@zapdeck/contract/providers';
import { useId } from 'react';
import { buttonClass } from '../../components/ui/button-class.ts';

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true" fill="none" strokeWidth="4">
      <path d="M19.4 6.6A9 9 0 0 0 4.2 7.5" stroke="#ea4335" />
      <path d="M4.2 7.5a9 9 0 0 0 0 9" stroke="#fbbc05" />
      <path d="M4.2 16.5a9 9 0 0 0 13.6 2.4" stroke="#34a853" />
      <path d="M17.8 18.9A9 9 0 0 0 21 12h-9" stroke="#4285f4" />
    </svg>
  );
}

interface Props {
  id: ProviderId;
  name: string;
  /** Where the browser goes to sign in; null while that cannot be done. */
  href: string | null;
  /** Why it cannot be done; empty while that is not known. */
  reason: string;
}

/** Signing in through a provider; where it is not possible the button stays and says why. */
export function SocialButton({ id, name, href, reason }: Props) {
  const reasonId = useId();
  const face = (
    <>
      {id === 'google' ? <GoogleMark /> : null}
      Continue with {name}
    </>
  );
  if (href !== null) {
    return (
      <a href={href} className={buttonClass('secondary', 'lg', 'w-full')}>
        {face}
      </a>
    );
  }
  return (
    <div className="grid gap-1.5">
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={reasonId}
        className={buttonClass('secondary', 'lg', 'w-full cursor-not-allowed')}
      >
        {face}
      </button>
      <p id={reasonId} className="text-center text-sm text-muted">
        {reason || '\u00a0'}
      </p>
    </div>
  );
}
