import { t } from '@lingui/core/macro';
import { type Scope, scopes } from '@zapdeck/contract/scopes';
import { useId } from 'react';
import { Status } from '../../../../components/ui/status.tsx';
import { scopeTexts } from './scope-texts.ts';

interface Props {
  offered: readonly Scope[];
  chosen: readonly Scope[];
  error: string | undefined;
  onChange: (chosen: Scope[]) => void;
}

/** Boxes for what a token may do. */
export function ScopeChoice({ offered, chosen, error, onChange }: Props) {
  const id = useId();
  const texts = scopeTexts();
  const toggle = (scope: Scope, isChosen: boolean) =>
    onChange(scopes.filter((one) => (one === scope ? isChosen : chosen.includes(one))));
  return (
    <fieldset aria-describedby={`${id}-error`}>
      <legend className="text-sm font-semibold">{t`What it may do`}</legend>
      <div className="mt-1 grid divide-y divide-line">
        {offered.map((scope) => (
          <label key={scope} className="flex min-h-11 cursor-pointer gap-3 py-2.5">
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-brand"
              checked={chosen.includes(scope)}
              aria-describedby={`${id}-${scope}`}
              aria-invalid={error === undefined ? undefined : true}
              onChange={({ target }) => toggle(scope, target.checked)}
            />
            <span className="grid min-w-0 grow gap-0.5">
              <span>{texts[scope].name}</span>
              <span id={`${id}-${scope}`} className="text-sm text-muted">
                {texts[scope].note}
              </span>
            </span>
          </label>
        ))}
      </div>
      <Status id={`${id}-error`} className="text-sm font-medium text-down-ink">
        {error}
      </Status>
    </fieldset>
  );
}
