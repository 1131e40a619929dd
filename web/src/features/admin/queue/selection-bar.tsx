import { plural, t } from '@lingui/core/macro';
import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { Button } from '../../../components/ui/button.tsx';
import { Status } from '../../../components/ui/status.tsx';
import type { useSelection } from './use-selection.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import './selection-bar.css';

type Selection = ReturnType<typeof useSelection<PendingApp>>;

interface SelectAllProps {
  selection: Selection;
  shown: readonly PendingApp[];
  total: number;
}

/** Checkbox that selects the visible apps, and then offers to select all matches. */
export function SelectAll({ selection, shown, total }: SelectAllProps) {
  const isAll = shown.every(({ id }) => selection.has(id));
  const isSome = selection.selected.length > 0;
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <label className="-mt-2 mb-1 -ms-3 inline-flex min-h-11 cursor-pointer items-center pe-3">
        <input
          type="checkbox"
          className="dash-check"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = isSome && !isAll;
          }}
          onChange={isAll ? selection.clear : () => selection.select(shown)}
        />
        <span>
          {shown.length === total
            ? plural({ count: shown.length }, { one: 'Select all # app', other: 'Select all # apps' })
            : plural(
                { count: shown.length },
                { one: 'Select the first # app', other: 'Select the first # apps' },
              )}
        </span>
      </label>
      {total > shown.length && !selection.isEverything ? (
        <Button variant="quiet" onClick={selection.selectEverything}>
          {plural(total, { one: 'Select all # app', other: 'Select all # apps' })}
        </Button>
      ) : null}
    </div>
  );
}

interface Props {
  selection: Selection;
  total: number;
  onClear: () => void;
  onApprove: () => void;
  onReject: () => void;
}

/** Approve and Reject for the selected apps. Stays in view while the list scrolls. */
export function SelectionBar({ selection, total, onClear, onApprove, onReject }: Props) {
  const { selected, isEverything } = selection;
  if (selected.length === 0) return null;
  return (
    <section className="dash-selection" aria-label={t`Selected apps`}>
      <Status className="tabular grow ps-2 font-semibold">
        {isEverything
          ? plural(total, { one: 'All # app selected', other: 'All # apps selected' })
          : plural({ count: selected.length }, { one: '# app selected', other: '# apps selected' })}
      </Status>
      <Button variant="quiet" onClick={onClear}>{t`Clear`}</Button>
      <div className="dash-decision">
        <DecisionButtons onApprove={onApprove} onReject={onReject} />
      </div>
    </section>
  );
}
