import { t } from '@lingui/core/macro';
import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Layer } from '../../../components/ui/layer.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { useLast } from '../../../components/ui/sheet.tsx';
import { FramedLook } from '../parts/framed-look.tsx';
import { PendingContext } from '../parts/pending-context.tsx';
import { LookDuplicates } from './look-duplicates.tsx';
import { LookNotes } from './look-notes.tsx';
import { PendingFacts } from './pending-facts.tsx';
import { PendingText } from './pending-text.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import './look-sheet.css';

interface Props {
  app: PendingApp | undefined;
  hasPrevious: boolean;
  hasNext: boolean;
  onApprove: () => void;
  onReject: () => void;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
  onClosed: () => void;
}

/** Large dialog with a pending app, live, and its decisions. A decision shows the next app. */
export function LookSheet({
  app,
  hasPrevious,
  hasNext,
  onApprove,
  onReject,
  onStep,
  onClose,
  onClosed,
}: Props) {
  const shown = useLast(app);
  const title = shown?.title ?? '';
  return (
    <Layer open={!!app} onClose={onClose} onClosed={onClosed} label={t`Look at ${title}`}>
      {shown ? (
        <div className="layer-panel dash-look-panel">
          <header className="flex items-center gap-3 pt-[calc(env(safe-area-inset-top)+.75rem)] pe-3 pb-3 ps-4">
            <div className="min-w-0 grow">
              <h2 dir="auto" className="display truncate pb-0.5 text-heading">
                {title}
              </h2>
              <p dir="ltr" className="truncate text-sm text-muted">
                {shown.url}
              </p>
            </div>
            <OpenLink url={shown.url} title={title} />
            <IconButton label={t`Close`} className="bg-raised" data-autofocus onClick={onClose}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </header>
          <FramedLook app={shown} className="dash-look-fill" />
          <div className="grid grid-cols-1 gap-2.5 px-4 pt-3 pb-[calc(env(safe-area-inset-bottom)+.75rem)]">
            <PendingFacts app={shown} />
            <PendingText app={shown} />
            <div className="grid max-h-36 grid-cols-1 gap-3 overflow-y-auto">
              <PendingContext app={shown} className="" />
              <LookNotes app={shown} />
              <LookDuplicates app={shown} />
            </div>
            <div className="dash-look-buttons">
              <IconButton label={t`Previous app`} disabled={!hasPrevious} onClick={() => onStep(-1)}>
                <ChevronLeft size={22} className="rtl:-scale-x-100" aria-hidden="true" />
              </IconButton>
              <IconButton label={t`Next app`} disabled={!hasNext} onClick={() => onStep(1)}>
                <ChevronRight size={22} className="rtl:-scale-x-100" aria-hidden="true" />
              </IconButton>
              <DecisionButtons onApprove={onApprove} onReject={onReject} />
            </div>
          </div>
        </div>
      ) : null}
    </Layer>
  );
}
