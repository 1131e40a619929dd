import { t } from '@lingui/core/macro';
import { Status } from './status.tsx';

/** Spinner in the text colour. It is announced with a label, and decorative without one. */
export function Spinner({ label, className = 'size-5' }: { label?: string; className?: string }) {
  return (
    <span className="inline-flex">
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={`animate-spin ${className}`}>
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity=".2" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label === undefined ? null : <Status className="sr-only">{label}</Status>}
    </span>
  );
}

/** Shown while content loads: first nothing, then a spinner. */
export function Waiting() {
  return (
    <div className="waiting">
      <Spinner label={t`Loading…`} className="size-9" />
    </div>
  );
}
