import { t } from '@lingui/core/macro';
import type { PendingApp } from '@zapdeck/contract/pending-apps';
import { Link } from 'wouter';
import { Badge } from '../../../components/ui/badge.tsx';
import { formatCounted } from '../../../lib/numbers.ts';
import { reportsAddress } from './reports-address.ts';

/** That an app waits because of reports, or has some; the way to them. */
export function HeldBadge({ app }: { app: Pick<PendingApp, 'id' | 'heldAt' | 'openReports'> }) {
  const reports = formatCounted(app.openReports, 'report');
  if (app.heldAt === null && app.openReports === 0) return null;
  return (
    <Link href={reportsAddress(app.id)} className="relative rounded-pill">
      <Badge tone="down">{app.heldAt === null ? reports : t`Held back: ${reports}`}</Badge>
    </Link>
  );
}
