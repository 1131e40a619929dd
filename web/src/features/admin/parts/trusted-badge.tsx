import { t } from '@lingui/core/macro';
import type { PendingApp } from '@zapdeck/contract/pending-apps';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Badge } from '../../../components/ui/badge.tsx';

/** Marks an app whose host admins trust; nothing on any other. */
export function TrustedBadge({ app: { isHostTrusted } }: { app: Pick<PendingApp, 'isHostTrusted'> }) {
  if (!isHostTrusted) return null;
  return (
    <Badge tone="up">
      <ShieldCheck size={14} aria-hidden="true" />
      <span>{t`Trusted host`}</span>
    </Badge>
  );
}
