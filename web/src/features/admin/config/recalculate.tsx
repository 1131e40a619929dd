import { recalculateRankings, recalculation, type SavedWeights } from '@zapdeck/contract/instance/settings';
import type { CallInput } from '@zapdeck/contract/wire/route';
import { call } from '../../../lib/call.ts';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useUpkeep } from '../parts/use-upkeep.ts';
import { WorkBar } from '../parts/work-bar.tsx';
import { weightsOf } from './settings.ts';
import type { ConfigForm } from './use-config-form.ts';

const ASK_AGAIN_MS = 500;

const pause = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ASK_AGAIN_MS));

/**
 * Recalculates all scores with these weights. Resolves when all are done, also if the server responds earlier. Reports the
 * progress from 0 to 1. Rejects as `call` does.
 */
async function recalculateScores(
  weights: CallInput<typeof recalculateRankings>['body'],
  onProgress: (share: number) => void,
): Promise<void> {
  const ask = async () => {
    const { running, share } = await call(recalculation, {});
    if (running) onProgress(share);
    return running;
  };
  const answer = call(recalculateRankings, { body: weights }).then(({ running }) => running);
  let isRunning = await Promise.race([answer, pause()]);
  while (isRunning === undefined) {
    // Only the response to the recalculation says whether it worked.
    await ask().catch(() => undefined);
    isRunning = await Promise.race([answer, pause()]);
  }
  while (isRunning) {
    await pause();
    isRunning = await ask();
  }
}

interface Props {
  form: Pick<ConfigForm<SavedWeights, number>, 'values' | 'version' | 'isUnsaved' | 'settle' | 'refuse'>;
  /** True if saved weights are not in force yet. */
  isWaiting: boolean;
}

/** Recalculates all scores with the weights of the form, after a confirmation. */
export function Recalculate({ form, isWaiting }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [share, setShare] = useState(0);
  const upkeep = useUpkeep(isAsking);
  const close = () => setIsAsking(false);
  const recalculating = useAdminAction({
    name: 'recalculate-rankings',
    async work() {
      setShare(0);
      await recalculateScores({ ...weightsOf(form.values), version: form.version }, setShare);
      form.settle();
    },
    success: t`Rankings recalculated successfully`,
    failure: t`Failed to recalculate rankings`,
    onError(error) {
      close();
      return form.refuse(error);
    },
    onDone: close,
  });
  const isBusy = recalculating.pending;
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
        onConfirm={recalculating.start}
        onClose={close}
      >
        <p>
          {upkeep
            ? t`This recalculates the score of ${plural({ count: upkeep.apps }, { one: '# app', other: '# apps' })}. Votes pause for a moment, and the feed’s order changes for everyone.`
            : t`This recalculates the score of every app. Votes pause for a moment, and the feed’s order changes for everyone.`}
        </p>
        {form.isUnsaved ? (
          <p>{t`The weights in the form are not saved yet. Recalculating saves them too.`}</p>
        ) : null}
        {isBusy ? (
          <WorkBar label={t`Recalculating the scores`} share={share > 0 ? share : undefined} />
        ) : null}
      </ConfirmSheet>
    </div>
  );
}
