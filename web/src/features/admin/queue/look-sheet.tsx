import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { adminApp, appNotes } from '@zapdeck/contract/apps/admin-app';
import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { call } from '../../../lib/call.ts';
import { nameOf } from '../../../lib/person.ts';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { adminAppKey, AppLink } from '../parts/app-link.tsx';
import { otherDuplicates } from '../parts/other-duplicates.ts';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Layer } from '../../../components/ui/layer.tsx';
import { OpenLink } from '../../../components/ui/open-link.tsx';
import { useLast } from '../../../components/ui/sheet.tsx';
import { FramedLook } from '../parts/framed-look.tsx';
import { PendingContext } from '../parts/pending-context.tsx';
import { PendingFacts, PendingText } from './pending-app.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import './look-sheet.css';

const SHOWN = 5;

/** Newest notes of moderators about an app. */
function LookNotes({ app: { id, context } }: { app: Pick<PendingApp, 'id' | 'context'> }) {
  const { data = [], isError } = useQuery({
    queryKey: ['admin', appNotes.path, id, 'look'],
    queryFn: ({ signal }) => call(appNotes, { params: { id }, query: { limit: SHOWN } }, { signal }),
    enabled: context.notes > 0,
  });
  if (isError) return <p className="text-sm">{t`Couldn’t load the notes`}</p>;
  if (data.length === 0) return null;
  return (
    <section className="text-sm" aria-labelledby="look-notes-heading">
      <h3 id="look-notes-heading" className="font-semibold">{t`Notes`}</h3>
      <ul>
        {data.map(({ id: noteId, author, text }) => {
          const name = author ? nameOf(author) : t`Account deleted`;
          return (
            <li key={noteId} className="wrap-anywhere whitespace-pre-line">
              <span className="text-muted">{`${name}: `}</span>
              <bdi>{text}</bdi>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Possible duplicates of an app. Read when it is shown, because comparing titles is too slow for a whole list. */
function LookDuplicates({ app }: { app: Pick<PendingApp, 'id'> }) {
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
