import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { adminApp } from '@zapdeck/contract/apps/admin-app';
import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { call } from '../../../lib/call.ts';
import { AppLink, adminAppKey } from '../parts/app-link.tsx';
import { otherDuplicates } from '../parts/other-duplicates.ts';

/** Possible duplicates of an app. Read when it is shown, because comparing titles is too slow for a whole list. */
export function LookDuplicates({ app }: { app: Pick<PendingApp, 'id'> }) {
  const { data, isError } = useQuery({
    queryKey: adminAppKey(app.id),
    queryFn: ({ signal }) => call(adminApp, { params: { id: app.id } }, { signal }),
  });
  if (isError) return <p className="text-sm">{t`Couldn’t load possible duplicates`}</p>;
  const near = data ? otherDuplicates(data) : [];
  if (near.length === 0) return null;
  return (
    <section className="text-sm" aria-labelledby="look-near-heading">
      <h3 id="look-near-heading" className="font-semibold">{t`Possible duplicates`}</h3>
      <ul>
        {near.map((other) => (
          <li key={other.id} className="flex min-h-11 flex-wrap items-center gap-2">
            <AppLink app={other} className="underline wrap-anywhere" />
            <StatusBadge app={other} />
            <span dir="ltr" className="text-muted wrap-anywhere">
              {other.url}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
