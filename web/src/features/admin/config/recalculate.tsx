import { plural, t } from '@lingui/core/macro';
import type { FormulaWeights } from '@zapdeck/contract/instance/settings';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../parts/confirm-sheet.tsx';
import { useUpkeep } from '../parts/use-upkeep.ts';
import { WorkBar } from '../parts/work-bar.tsx';
import { recalculateScores } from './recalculate-scores.ts';

interface Props {
  weights: FormulaWeights;
  isUnsaved: boolean;
  /** True if saved weights are not in force yet. */
  isWaiting: boolean;
  /** Called when the sent weights are saved and in force. */
  onDone: () => void;
}

/** Recalculates all scores with the weights of the form, after a confirmation. */
export function Recalculate({ weights, isUnsaved, isWaiting, onDone }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [share, setShare] = useState(0);
  const upkeep = useUpkeep(isAsking);
  const close = () => setIsAsking(false);
  const recalculation = useAdminAction({
    name: 'recalculate-rankings',
    async work() {
      setShare(0);
      await recalculateScores(weights, setShare);
      onDone();
    },
    success: t`Rankings recalculated successfully`,
    failure: t`Failed to recalculate rankings`,
    onError() {
      close();
      return false;
    },
    onDone: close,
  });
  const isBusy = recalculation.pending;
  return (
    <div className="dash-note" data-tone={isWaiting ? 'amber' : undefined}>
      <p>
        {isWaiting
          ? t`The saved weights are not in force yet. Rankings follow the weights of the last recalculation.`
          : t`Rankings follow the saved weights.`}
      </p>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>{t`Recalculate rankings`}</Button>
      <ConfirmSheet
        open={isAsking}
        title={t`Recalculate rankings?`}
        confirm={t`Recalculate`}
        isDanger={false}
        pending={isBusy ? t`Recalculating…` : undefined}
        onConfirm={recalculation.start}
        onClose={close}
      >
        <p>
          {upkeep
            ? t`This recalculates the score of ${plural({ count: upkeep.apps }, { one: '# app', other: '# apps' })}. Votes pause for a moment, and the feed’s order changes for everyone.`
            : t`This recalculates the score of every app. Votes pause for a moment, and the feed’s order changes for everyone.`}
        </p>
        {isUnsaved ? (
          <p>{t`The weights in the form are not saved yet. Recalculating saves them too.`}</p>
        ) : null}
        {isBusy ? (
          <WorkBar label={t`Recalculating the scores`} share={share > 0 ? share : undefined} />
        ) : null}
      </ConfirmSheet>
    </div>
  );
}
