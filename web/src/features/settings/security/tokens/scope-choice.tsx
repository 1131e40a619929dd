import { t } from '@lingui/core/macro';
import { type Scope, scopes } from '@zapdeck/contract/accounts/scopes';
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
          <label
            key={scope}
            className="grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 py-2.5"
          >
            <input
              type="checkbox"
              className="mt-0.5 size-5 accent-brand"
              checked={chosen.includes(scope)}
              aria-invalid={error === undefined ? undefined : true}
              onChange={({ target }) => toggle(scope, target.checked)}
            />
            <span>{texts[scope].name}</span>
            <span className="col-start-2 text-sm text-muted">{texts[scope].note}</span>
          </label>
        ))}
      </div>
      <Status id={`${id}-error`} className="text-sm font-medium text-down-ink">
        {error}
      </Status>
    </fieldset>
  );
}
