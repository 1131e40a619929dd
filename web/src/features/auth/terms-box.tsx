import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Status } from '../../components/ui/status.tsx';

interface Props {
  checked: boolean;
  error: string | undefined;
  onChange: (checked: boolean) => void;
}

/** Checkbox to accept the terms, with a link to them. A new error is announced. */
export function TermsBox({ checked, error, onChange }: Props) {
  const id = useId();
  const words = (
    <Trans>
      <span>I accept the</span>{' '}
      <a
        href="/terms"
        target="_blank"
        rel="noopener"
        className="font-semibold text-brand-ink underline underline-offset-4"
      >
        terms
      </a>
    </Trans>
  );
  return (
    <div className="grid grid-cols-1 gap-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          required
          className="size-5 shrink-0 accent-brand"
          checked={checked}
          aria-describedby={id}
          aria-invalid={error === undefined ? undefined : true}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className="min-w-0 wrap-anywhere">{words}</span>
      </label>
      <Status id={id} className="text-sm font-medium text-down-ink">
        {error}
      </Status>
    </div>
  );
}
