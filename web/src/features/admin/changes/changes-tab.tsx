import { t } from '@lingui/core/macro';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { useWaiting } from '../parts/use-waiting.ts';
import { ChangedSection } from './changed-section.tsx';

/** For moderators. Admins see changed apps on the tab with the numbers. */
export default function ChangesTab() {
  const hasNone = useWaiting()?.changed === 0;
  return (
    <div className="dash-desk">
      <ChangedSection />
      {hasNone ? (
        <div className="card">
          <EmptyState
            title={t`No changes to review`}
            text={t`Approved apps are listed here when their listing or their page changes.`}
          />
        </div>
      ) : null}
    </div>
  );
}
