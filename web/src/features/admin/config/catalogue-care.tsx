import { recalculateTimeStats } from '@zapdeck/contract/apps';
import { cleanupInteractions } from '@zapdeck/contract/interactions';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { act } from '../parts/act.ts';
import { ConfirmSheet } from '../parts/confirm-sheet.tsx';
import { formatCount, formatCounted } from '../../../lib/numbers.ts';
import { useUpkeep } from '../parts/use-upkeep.ts';
import { WorkBar } from '../parts/list/work-bar.tsx';

/** The averages taken anew, and the interactions deleted that count in none; specification, sections 8 and 9. */
export function CatalogueCare() {
  const [isAsking, setIsAsking] = useState(false);
  const [work, setWork] = useState<'times' | 'clean-up'>();
  const upkeep = useUpkeep(isAsking);

  const recalculate = async () => {
    if (work) return;
    setWork('times');
    await act({
      name: 'recalculate-time-stats',
      work: () => call(recalculateTimeStats, {}),
      success: 'Time statistics recalculated',
      failure: 'Failed to recalculate time stats',
    });
    setWork(undefined);
  };
  const cleanUp = async () => {
    setWork('clean-up');
    await act({
      name: 'cleanup-interactions',
      work: () => call(cleanupInteractions, {}),
      success: ({ deletedCount }) =>
        `Cleaned up ${formatCount(deletedCount)} invalid interactions (< 100ms duration)`,
      failure: 'Failed to cleanup interactions',
    });
    setWork(undefined);
    setIsAsking(false);
  };

  return (
    <section aria-labelledby="care-heading" className="card dash-config">
      <h2 id="care-heading" className="dash-heading">
        Time Statistics
      </h2>
      <p className="text-muted">
        How long people take to vote and to view, as averages over every interaction of at least 100 ms. They
        are taken anew when you ask for it.
      </p>
      {work === 'times' ? <WorkBar label="Taking the averages" /> : null}
      <div className="dash-buttons">
        <Button
          variant="secondary"
          pending={work === 'times' ? 'Recalculating...' : undefined}
          onClick={() => void recalculate()}
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
        pending={work === 'clean-up' ? 'Cleaning up...' : undefined}
        onConfirm={() => void cleanUp()}
        onClose={() => setIsAsking(false)}
      >
        <p>
          {`${
            upkeep
              ? `This deletes ${formatCounted(upkeep.invalidInteractions, 'interaction')} shorter than 100 ms, of ${formatCounted(upkeep.interactions, 'interaction')} in all.`
              : 'This deletes every interaction shorter than 100 ms.'
          } Views, votes and what people have seen stay. It cannot be undone.`}
        </p>
        {work === 'clean-up' ? <WorkBar label="Deleting" /> : null}
      </ConfirmSheet>
    </section>
  );
}
