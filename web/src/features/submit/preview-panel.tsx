import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type AppPreview, previewApp } from '@zapdeck/contract/apps/app-preview';
import type { FrameStatus } from '@zapdeck/contract/apps/apps';
import { submittedBefore } from '@zapdeck/contract/moderation/review';
import Check from 'lucide-react/icons/check';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Globe from 'lucide-react/icons/globe';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WandSparkles from 'lucide-react/icons/wand-sparkles';
import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Status } from '../../components/ui/status.tsx';
import { addressToLookAt } from '../../lib/app-address.ts';
import { call, CallError } from '../../lib/call.ts';
import { instance } from '../../lib/instance.ts';
import { say } from '../../lib/say.ts';

export const previewKey = 'app-preview';

const PAUSE_MS = 600;
const FRESH_MS = 5 * 60_000;
/** Delay after a 429 without `Retry-After`. */
const LATER_MS = 60_000;

type Preview =
  | { state: 'looking' | 'unknown' }
  | { state: 'found'; page: AppPreview }
  /** The address cannot be submitted. */
  | { state: 'refused'; reason: string }
  /** The rate limit is reached. The request is repeated automatically. */
  | { state: 'later'; inMs: number };

async function lookAt(url: string, signal: AbortSignal): Promise<Preview> {
  try {
    return { state: 'found', page: await call(previewApp, { query: { url } }, { signal }) };
  } catch (error) {
    // Expected while the user is typing, so these are not failures.
    if (error instanceof CallError && (error.status === 400 || error.code === 'host_blocked'))
      return { state: 'refused', reason: error.fields['url'] ?? error.serverMessage ?? error.message };
    if (error instanceof CallError && error.status === 429)
      return { state: 'later', inMs: error.retryAfterMs ?? LATER_MS };
    throw error;
  }
}

/** Returns the preview of the address, requested when typing pauses. Undefined without an address. */
export function usePreview(typed: string): Preview | undefined {
  const address = addressToLookAt(typed);
  const [rested, setRested] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setRested(address), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [address]);

  const { data, error } = useQuery({
    queryKey: [previewKey, rested],
    queryFn: ({ signal }) => lookAt(rested ?? '', signal),
    enabled: rested !== undefined && rested === address,
    staleTime: FRESH_MS,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'later' ? state.data.inMs : false),
  });
  if (address === undefined) return undefined;
  if (address !== rested) return { state: 'looking' };
  return data ?? { state: error ? 'unknown' : 'looking' };
}

/** Picture of a web page, as processed by the server. Without one, an icon of a globe. */
function PagePicture({ picture }: { picture: string | null }) {
  return (
    <span className="grid size-18 shrink-0 place-items-center overflow-hidden rounded-field bg-raised text-muted">
      {picture === null ? (
        <Globe size={28} aria-hidden="true" />
      ) : (
        <img src={picture} alt="" className="size-full object-cover" />
      )}
    </span>
  );
}

type NoteTone = 'good' | 'warning' | 'bad' | 'plain';

const looks: Readonly<Record<NoteTone, { icon: typeof Info; className: string }>> = {
  good: { icon: CircleCheck, className: 'bg-up-soft text-up-ink' },
  warning: { icon: TriangleAlert, className: 'bg-amber-soft text-amber-ink' },
  bad: { icon: CircleX, className: 'bg-down-soft text-down-ink' },
  plain: { icon: Info, className: 'bg-raised text-muted' },
};

/** Note about an address that is about to be submitted. */
function PreviewNote({ tone, text }: { tone: NoteTone; text: string }) {
  const { icon: Icon, className } = looks[tone];
  return (
    <p className={`flex gap-2.5 rounded-field px-3 py-2.5 text-sm font-medium ${className}`}>
      <Icon size={18} aria-hidden="true" className="mt-px shrink-0" />
      <span>{text}</span>
    </p>
  );
}

interface Offer {
  title?: string;
  description?: string;
}

interface Props {
  preview: Preview | undefined;
  /** Fields in which the user has not typed. */
  isEmpty: { title: boolean; description: boolean };
  onTake: (offer: Offer) => void;
}

interface Note {
  tone: NoteTone;
  text: string;
}

const frameNotes = (): Readonly<Record<FrameStatus, Note | undefined>> => ({
  ok: { tone: 'good', text: t`This app runs right inside ${{ name: instance.name }}.` },
  refused: {
    tone: 'warning',
    text: t`This app blocks embedding. You can submit it, but people will see a preview with an “Open App” button instead of the live app.`,
  },
  unreachable: { tone: 'warning', text: t`We couldn’t reach this page. Please check the address.` },
  unknown: undefined,
});

function noteOf(preview: Preview | undefined): Note | undefined {
  switch (preview?.state) {
    case 'found': {
      const { alreadySubmitted, frameStatus } = preview.page;
      if (alreadySubmitted !== null) return { tone: 'bad', text: say(submittedBefore(alreadySubmitted)) };
      return frameNotes()[frameStatus];
    }
    case 'refused':
      return { tone: 'bad', text: preview.reason };
    case 'later':
      return { tone: 'plain', text: t`Too many checks at once. We’ll check this one shortly.` };
    case 'unknown':
      return {
        tone: 'plain',
        text: t`We couldn’t check this page. You can still submit it.`,
      };
    default:
      return undefined;
  }
}

function offerWords({ title, description }: Offer): string {
  if (title === undefined) return t`Use description`;
  return description === undefined ? t`Use title` : t`Use title and description`;
}

function OfferButton({ page, isEmpty, onTake }: Omit<Props, 'preview'> & { page: AppPreview }) {
  const [takenFrom, setTakenFrom] = useState<string>();
  const offer: Offer = {
    ...(isEmpty.title && page.title !== null ? { title: page.title } : {}),
    ...(isEmpty.description && page.description !== null ? { description: page.description } : {}),
  };
  if (Object.keys(offer).length > 0) {
    return (
      <Button
        variant="secondary"
        className="sm:justify-self-start"
        onClick={() => {
          setTakenFrom(page.url);
          onTake(offer);
        }}
      >
        <WandSparkles size={18} aria-hidden="true" />
        <span>{offerWords(offer)}</span>
      </Button>
    );
  }
  // The button stays, because it has the focus.
  return takenFrom === page.url ? (
    <Button variant="quiet" className="sm:justify-self-start" aria-disabled="true">
      <Check size={18} aria-hidden="true" />
      <span>{t`Filled in`}</span>
    </Button>
  ) : null;
}

function Found({ page, isEmpty, onTake }: Omit<Props, 'preview'> & { page: AppPreview }) {
  const { title, description, picture, url } = page;
  if (title === null && description === null && picture === null) return null;
  return (
    <>
      <div className="flex items-center gap-3.5">
        <PagePicture picture={picture} />
        <div className="min-w-0 grow">
          <p dir="auto" className="truncate font-semibold">
            {title ?? new URL(url).host}
          </p>
          <p dir="auto" className="line-clamp-2 text-sm text-muted">
            {description ?? t`No title or description found.`}
          </p>
        </div>
      </div>
      <OfferButton page={page} isEmpty={isEmpty} onTake={onTake} />
    </>
  );
}

function Looking() {
  return (
    <div aria-hidden="true" className="flex items-center gap-3.5">
      <div className="skeleton size-18 shrink-0" />
      <div className="grid grow gap-2.5">
        <div className="skeleton h-4 w-2/5" />
        <div className="skeleton h-3.5 w-4/5" />
      </div>
    </div>
  );
}

function spoken(preview: Preview | undefined, note: Note | undefined): string {
  if (preview?.state === 'looking') return t`Checking the page`;
  const title = preview?.state === 'found' ? preview.page.title : null;
  return [title && t`Found ${title}.`, note?.text].filter(Boolean).join(' ');
}

/** Preview of the address: title, description and picture of the page, and whether it can be framed. */
export function PreviewPanel({ preview, isEmpty, onTake }: Props) {
  const note = noteOf(preview);
  return (
    <>
      <Status className="sr-only">{spoken(preview, note)}</Status>
      {preview ? (
        <section
          aria-label={t`Preview`}
          className="rise -mt-2 grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-3.5"
        >
          {preview.state === 'looking' ? <Looking /> : null}
          {preview.state === 'found' ? <Found page={preview.page} isEmpty={isEmpty} onTake={onTake} /> : null}
          {note ? <PreviewNote tone={note.tone} text={note.text} /> : null}
        </section>
      ) : null}
    </>
  );
}
