import { plural, t } from '@lingui/core/macro';
import { recalculateTimeStats } from '@zapdeck/contract/apps/apps';
import { cleanupInteractions } from '@zapdeck/contract/feed/interactions';
import type { Upkeep } from '@zapdeck/contract/instance/stats';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useUpkeep } from '../parts/use-upkeep.ts';
import { WorkBar } from '../parts/work-bar.tsx';

function cleanUpInWords(upkeep: Upkeep | undefined): string {
  if (!upkeep)
    return t`This deletes every interaction shorter than 100 ms. Views, votes and viewed apps stay. You can’t undo this.`;
  const { invalidInteractions: count, interactions: all } = upkeep;
  return t`This deletes ${plural(count, { one: '# interaction', other: '# interactions' })} shorter than 100 ms, of ${plural(all, { one: '# interaction', other: '# interactions' })} in all. Views, votes and viewed apps stay. You can’t undo this.`;
}

/** Buttons that recalculate time averages and delete interactions under 100 ms. */
export function CatalogueCare() {
  const [isAsking, setIsAsking] = useState(false);
  const upkeep = useUpkeep(isAsking);

  const close = () => setIsAsking(false);
  const recalculation = useAdminAction({
    name: 'recalculate-time-stats',
    work: () => call(recalculateTimeStats, {}),
    success: t`Time statistics recalculated`,
    failure: t`Failed to recalculate time stats`,
  });
  const cleanUp = useAdminAction({
    name: 'cleanup-interactions',
    work: () => call(cleanupInteractions, {}),
    success: ({ deletedCount }) =>
      plural(deletedCount, {
        one: 'Cleaned up # invalid interaction (< 100ms duration)',
        other: 'Cleaned up # invalid interactions (< 100ms duration)',
      }),
    failure: t`Failed to cleanup interactions`,
    onError() {
      close();
      return false;
    },
    onDone: close,
  });

  return (
    <section aria-labelledby="care-heading" className="card dash-config">
      <h2 id="care-heading" className="display text-heading">{t`Time statistics`}</h2>
      <p className="text-muted">{t`Average time until an upvote or a downvote, and average length of a view. They count interactions of at least 100 ms. Recalculate to update them.`}</p>
      {recalculation.pending ? <WorkBar label={t`Recalculating the averages`} /> : null}
      <div className="dash-buttons">
        <Button
          variant="secondary"
          pending={recalculation.pending ? t`Recalculating…` : undefined}
          onClick={recalculation.start}
        >{t`Recalculate time stats`}</Button>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>{t`Clean up interactions`}</Button>
      </div>
      <ConfirmSheet
        open={isAsking}
        title={t`Clean up interactions?`}
        confirm={t`Clean up`}
        pending={cleanUp.pending ? t`Cleaning up…` : undefined}
        onConfirm={cleanUp.start}
        onClose={close}
      >
        <p>{cleanUpInWords(upkeep)}</p>
        {cleanUp.pending ? <WorkBar label={t`Deleting…`} /> : null}
      </ConfirmSheet>
    </section>
  );
}
