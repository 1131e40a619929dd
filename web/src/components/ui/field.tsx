import { t } from '@lingui/core/macro';
import { useId } from 'react';
import type { Elements } from '../../lib/elements.ts';
import { Status } from './status.tsx';

/** Shows the length of a text and its limit: 12/500. */
export function CharacterCount({ text, max }: { text: string; max: number }) {
  return <span className="tabular text-sm text-muted">{`${text.length}/${max}`}</span>;
}

/** Attributes that connect a control with its label, hint and error. */
interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Props {
  label: string;
  /** Hidden while there is an error. */
  hint?: string | undefined;
  error?: string | undefined;
  aside?: Elements;
  optional?: boolean;
  children: (control: ControlProps) => Elements;
}

export const controlClass =
  'block min-h-12 w-full rounded-field border border-line-strong bg-surface px-4 py-2.5 text-base text-ink transition-colors duration-200 placeholder:text-muted hover:border-ink/60 focus-visible:border-brand-ink focus-visible:outline-offset-0 aria-invalid:border-down-ink disabled:cursor-not-allowed';

/** Labelled control with a hint or an error. A new error is announced. */
export function Field({ label, hint, error, aside, optional = false, children }: Props) {
  const id = useId();
  const described = error !== undefined ? `${id}-error` : hint && `${id}-hint`;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          <span dir="auto">{label}</span>
          {optional ? <span className="font-normal text-muted">{` ${t`(optional)`}`}</span> : null}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint && error === undefined ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <Status id={`${id}-error`} className="text-sm font-medium text-down-ink">
        {error}
      </Status>
    </div>
  );
}
