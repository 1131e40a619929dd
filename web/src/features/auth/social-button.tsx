import { useId } from 'react';
import { buttonClass } from '../../components/ui/button-class.ts';

/** Signing in with Google. Nobody has set it up here yet, and the button says so. */
export function SocialButton() {
  const reason = useId();
  return (
    <div className="grid gap-1.5">
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={reason}
        className={buttonClass('secondary', 'lg', 'w-full cursor-not-allowed')}
      >
        <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true" fill="none" strokeWidth="4">
          <path d="M19.4 6.6A9 9 0 0 0 4.2 7.5" stroke="#ea4335" />
          <path d="M4.2 7.5a9 9 0 0 0 0 9" stroke="#fbbc05" />
          <path d="M4.2 16.5a9 9 0 0 0 13.6 2.4" stroke="#34a853" />
          <path d="M17.8 18.9A9 9 0 0 0 21 12h-9" stroke="#4285f4" />
        </svg>
        Continue with Google
      </button>
      <p id={reason} className="text-center text-sm text-muted">
        Google sign-in is not configured on this site.
      </p>
    </div>
  );
}
