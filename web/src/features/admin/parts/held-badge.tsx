import { plural } from '@lingui/core/macro';
import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { Link } from 'wouter';
import { Badge } from '../../../components/ui/badge.tsx';
import { reportsAddress } from './reports-address.ts';

/** Badge that links to the open reports of an app, and says if they hide it. */
export function HeldBadge({ app }: { app: Pick<PendingApp, 'id' | 'heldAt' | 'openReports'> }) {
  const count = app.openReports;
  if (app.heldAt === null && count === 0) return null;
  return (
    <Link href={reportsAddress(app.id)} className="relative rounded-pill">
      <Badge tone="down">
        {app.heldAt === null
          ? plural(count, { one: '# report', other: '# reports' })
          : plural(count, { one: 'Held back: # report', other: 'Held back: # reports' })}
      </Badge>
    </Link>
  );
}
