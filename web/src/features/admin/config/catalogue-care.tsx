import { recalculateTimeStats } from '@zapdeck/contract/apps';
import { cleanupInteractions } from '@zapdeck/contract/interactions';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../parts/confirm-sheet.tsx';
import { formatCount, formatCounted } from '../../../lib/numbers.ts';
import { useUpkeep } from '../parts/use-upkeep.ts';
import { WorkBar } from '../parts/work-bar.tsx';

/** The averages taken anew, and the interactions deleted that count in none; specification, sections 8 and 9. */
export function CatalogueCare() {
  const [isAsking, setIsAsking] = useState(false);
  const upkeep = useUpkeep(isAsking);

  const close = () => setIsAsking(false);
  const recalculation = useAdminAction({
    name: 'recalculate-time-stats',
    work: () => call(recalculateTimeStats, {}),
    success: 'Time statistics recalculated',
    failure: 'Failed to recalculate time stats',
  });
  const cleanUp = useAdminAction({
    name: 'cleanup-interactions',
    work: () => call(cleanupInteractions, {}),
    success: ({ deletedCount }) =>
      `Cleaned up ${formatCount(deletedCount)} invalid interactions (< 100ms duration)`,
    failure: 'Failed to cleanup interactions',
    onError() {
      close();
      return false;
    },
    onDone: close,
  });

  return (
    <section aria-labelledby="care-heading" className="card dash-config">
      <h2 id="care-heading" className="display text-heading">
        Time Statistics
      </h2>
      <p className="text-muted">
        How long people take to vote and to view, as averages over every interaction of at least 100 ms. They
        are computed when you ask for it.
      </p>
      {recalculation.pending ? <WorkBar label="Computing the averages" /> : null}
      <div className="dash-buttons">
        <Button
          variant="secondary"
          pending={recalculation.pending ? 'Recalculating...' : undefined}
          onClick={recalculation.start}
        >
          Recalculate Time Stats
        </Button>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Clean Up Interactions
        </Button>
      </div>
      <ConfirmSheet
        open={isAsking}
        title="Clean up interactions?"
        confirm="Clean up"
        pending={cleanUp.pending ? 'Cleaning up...' : undefined}
        onConfirm={cleanUp.start}
        onClose={close}
      >
        <p>
          {`${
            upkeep
              ? `This deletes ${formatCounted(upkeep.invalidInteractions, 'interaction')} shorter than 100 ms, of ${formatCounted(upkeep.interactions, 'interaction')} in all.`
              : 'This deletes every interaction shorter than 100 ms.'
          } Views, votes and viewed apps stay. You can't undo this.`}
        </p>
        {cleanUp.pending ? <WorkBar label="Deleting" /> : null}
      </ConfirmSheet>
    </section>
  );
}
