import { t } from '@lingui/core/macro';
import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Badge } from '../../../components/ui/badge.tsx';

/** Badge of an app on a trusted host. Shows nothing for other apps. */
export function TrustedBadge({ app: { isHostTrusted } }: { app: Pick<PendingApp, 'isHostTrusted'> }) {
  if (!isHostTrusted) return null;
  return (
    <Badge tone="up">
      <ShieldCheck size={14} aria-hidden="true" />
      <span>{t`Trusted host`}</span>
    </Badge>
  );
}
