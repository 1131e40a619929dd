import type { PendingApp } from '@zapdeck/contract/apps';
import { DECISIONS_MAX } from '@zapdeck/contract/decisions';
import { Button } from '../../../components/ui/button.tsx';
import { counted } from '../parts/counted.ts';
import type { useSelection } from './use-selection.ts';
import { VerdictButtons } from './verdict-buttons.tsx';
import './selection-bar.css';

type Selection = ReturnType<typeof useSelection<PendingApp>>;

/** Selects all that is shown, as far as one decision goes, or none of it. */
export function SelectAll({ selection, shown }: { selection: Selection; shown: number }) {
  const { selected, selectAll, clear } = selection;
  const all = Math.min(shown, DECISIONS_MAX);
  const isAll = selected.length === all;
  return (
    <label className="ad-select-all">
      <input
        type="checkbox"
        className="ad-check"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selected.length > 0 && !isAll;
        }}
        onChange={isAll ? clear : selectAll}
      />
      Select {all === shown ? 'all' : 'the first'} {counted(all, 'app')}
    </label>
  );
}

interface Props {
  selection: Selection;
  onClear: () => void;
  onApprove: () => void;
  onReject: () => void;
}

/** Decides on all that is selected; it stays in sight, under the thumb, while the list goes by. */
export function SelectionBar({ selection: { selected }, onClear, onApprove, onReject }: Props) {
  if (selected.length === 0) return null;
  return (
    <section className="ad-selection" aria-label="Selected apps">
      <p className="tabular grow font-semibold" role="status">
        {counted(selected.length, 'app')} selected
      </p>
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
      <div className="ad-verdict">
        <VerdictButtons onApprove={onApprove} onReject={onReject} />
      </div>
    </section>
  );
}
