import { t } from '@lingui/core/macro';
import type { AdminAppPage } from '@zapdeck/contract/apps/admin-app';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { AppLink } from '../parts/app-link.tsx';
import { otherDuplicates } from '../parts/other-duplicates.ts';

/** Apps with a similar title or the same host that `PendingContext` does not list. */
export function NearDuplicates({ app }: { app: AdminAppPage }) {
  const near = otherDuplicates(app);
  if (near.length === 0) return null;
  return (
    <section aria-labelledby="near-heading" className="card dash-config">
      <h2 id="near-heading" className="display text-heading">{t`Possible duplicates`}</h2>
      <ul className="dash-list">
        {near.map((other) => (
          <li key={other.id} className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-40">
              <AppLink app={other} className="-my-2.5 block w-fit max-w-full py-2.5 wrap-anywhere" />
              <p dir="ltr" className="text-sm text-muted wrap-anywhere">
                {other.url}
              </p>
            </div>
            <StatusBadge app={other} />
          </li>
        ))}
      </ul>
    </section>
  );
}
