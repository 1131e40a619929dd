import type { AdminAppPage } from '@zapdeck/contract/admin-app';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { AppLink } from '../parts/app-link.tsx';

/** Other apps of the same host or with nearly the same title. */
export function NearDuplicates({ apps }: { apps: AdminAppPage['near'] }) {
  if (apps.length === 0) return null;
  return (
    <section aria-labelledby="near-heading" className="card dash-config">
      <h2 id="near-heading" className="dash-heading">
        Possible duplicates
      </h2>
      <ul className="dash-list">
        {apps.map((app) => (
          <li key={app.id} className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <AppLink app={app} />
              <p className="text-sm text-muted [overflow-wrap:anywhere]">{app.url}</p>
            </div>
            <StatusBadge app={app} />
          </li>
        ))}
      </ul>
    </section>
  );
}
