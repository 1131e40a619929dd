import { plural, t } from '@lingui/core/macro';
import { resetStats } from '@zapdeck/contract/apps/apps';
import type { Upkeep } from '@zapdeck/contract/instance/stats';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Status } from '../../../components/ui/status.tsx';
import { call } from '../../../lib/call.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useUpkeep } from '../parts/use-upkeep.ts';
import { WorkBar } from '../parts/work-bar.tsx';

const RELOAD_AFTER_MS = 2_000;

function lossesInWords({ apps, votes, interactions }: Upkeep): string {
  return t`This resets ${plural(apps, { one: '# app', other: '# apps' })} and deletes ${plural(votes, { one: '# vote', other: '# votes' })} and ${plural(interactions, { one: '# interaction', other: '# interactions' })}.`;
}

/** Button that resets all statistics, after a confirmation that says how much is lost. */
export function DeveloperTools() {
  const [isAsking, setIsAsking] = useState(false);
  const upkeep = useUpkeep(isAsking);
  const close = () => setIsAsking(false);
  const reset = useAdminAction({
    name: 'reset-stats',
    work: () => call(resetStats, {}),
    success: ({ appsReset }) =>
      plural(appsReset, {
        one: 'Database statistics reset successfully. # app was reset to zero statistics. Refreshing page...',
        other:
          'Database statistics reset successfully. # apps were reset to zero statistics. Refreshing page...',
      }),
    failure: t`Failed to reset database statistics`,
    onError() {
      close();
      return false;
    },
    onDone() {
      close();
      setTimeout(() => location.reload(), RELOAD_AFTER_MS);
    },
  });
  return (
    <section aria-labelledby="tools-heading" className="card dash-config">
      <h2 id="tools-heading" className="display text-heading">{t`Developer Tools`}</h2>
      <p className="text-muted">{t`Resets the votes, views, times and scores of all apps, and the apps that users have seen.`}</p>
      <div>
        <Button variant="danger" onClick={() => setIsAsking(true)}>{t`Reset all statistics`}</Button>
      </div>
      <ConfirmSheet
        open={isAsking}
        title={t`Reset all statistics?`}
        confirm={t`Reset everything`}
        pending={reset.pending ? t`Resetting…` : undefined}
        onConfirm={reset.start}
        onClose={close}
      >
        <p className="font-semibold">{t`Are you sure you want to reset ALL app statistics to zero? This action cannot be undone!`}</p>
        <Status>{upkeep ? lossesInWords(upkeep) : t`Counting…`}</Status>
        {reset.pending ? <WorkBar label={t`Resetting…`} /> : null}
      </ConfirmSheet>
    </section>
  );
}
