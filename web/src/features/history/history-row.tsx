import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import type { SeenApp } from '@zapdeck/contract/feed/history';
import { cardHref } from '@zapdeck/contract/instance/screens';
import Layers from 'lucide-react/icons/layers';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import Unplug from 'lucide-react/icons/unplug';
import { Link } from 'wouter';
import { Cover } from '../../components/ui/cover.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { OpenLink } from '../../components/ui/open-link.tsx';
import type { Elements } from '../../lib/elements.ts';
import { localized } from '../../lib/localized.ts';
import { isVotePending, setVote } from '../../lib/pending/votes.ts';
import { say } from '../../lib/say.ts';
import { toast } from '../../lib/toasts.ts';

const TOAST_MS = 1_500;

/** Likes an app, or removes the like. The list shows it at once. */
function LikeButton({ app, userId }: { app: App; userId: string }) {
  const { title, userVote } = app;
  const before = userVote?.voteType ?? null;
  const isLiked = before === 'up';
  const toggle = async () => {
    if (isVotePending(app.id) || !(await setVote(userId, app, before, isLiked ? null : 'up'))) return;
    toast({
      title: isLiked ? t`Vote Removed` : t`Vote Recorded`,
      description: isLiked ? t`You no longer like ${title}` : t`You liked ${title}`,
      durationMs: TOAST_MS,
    });
  };
  return (
    <IconButton
      label={t`Like ${title}`}
      aria-pressed={isLiked}
      className={`border border-line bg-surface ${isLiked ? 'text-up-ink' : ''}`}
      onClick={() => void toggle()}
    >
      <ThumbsUp size={20} className={isLiked ? 'fill-current' : ''} aria-hidden="true" />
    </IconButton>
  );
}

const time = localized((locales) => new Intl.DateTimeFormat(locales, { timeStyle: 'short' }));

function Time({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} className="tabular">
      {time().format(Date.parse(moment))}
    </time>
  );
}

/** An app that left the deck. It is no longer public. */
function GoneRow({ seenAt }: Pick<SeenApp, 'seenAt'>) {
  return (
    <li className="flex items-center gap-3.5 rounded-card border border-dashed border-line-strong/60 p-3 text-muted">
      <span className="grid h-14 w-18 shrink-0 place-items-center">
        <Unplug size={24} aria-hidden="true" />
      </span>
      <div>
        <p>{t`This app has left the deck.`}</p>
        <p className="text-xs">
          <Time moment={seenAt} />
        </p>
      </div>
    </li>
  );
}

function Fact({ icon: Icon, text, look }: { icon: typeof ThumbsUp; text: string; look: string }) {
  return (
    <span className={`inline-flex items-center gap-1 font-semibold ${look}`}>
      <Icon size={13} aria-hidden="true" className="fill-current" />
      <span>{text}</span>
    </span>
  );
}

interface RowProps {
  app: App;
  seenAt: string;
  isLiked: boolean;
  actions: Elements;
}

function Row({ app, seenAt, isLiked, actions }: RowProps) {
  const show = t`Show in the deck`;
  return (
    <li className="card relative flex flex-wrap gap-3.5 p-3 transition hover:border-line-strong">
      <Cover whole app={app} className="h-26 w-20 shrink-0 rounded-field" />
      <div className="flex min-w-0 grow basis-40 flex-col">
        <h3
          lang={app.language ?? undefined}
          dir="auto"
          className="display line-clamp-2 pb-0.5 text-lg/snug wrap-anywhere"
        >
          {app.title}
        </h3>
        <p lang={app.language ?? undefined} dir="auto" className="truncate text-sm text-muted">
          {app.description}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 pt-0.5 text-xs text-muted">
          <Time moment={seenAt} />
          <span>{say(app.category)}</span>
          {app.userVote?.voteType === 'down' ? (
            <Fact icon={ThumbsDown} text={t`Disliked`} look="text-down-ink" />
          ) : null}
          {isLiked && !actions ? (
            <Fact icon={ThumbsUp} text={t({ message: 'Liked', context: 'one app' })} look="text-up-ink" />
          ) : null}
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-end gap-x-1 pt-1">
          <Link
            href={cardHref(app.id)}
            aria-label={`${show}: ${app.title}`}
            className="me-auto inline-flex min-h-11 items-center gap-1 text-xs font-semibold text-brand-ink after:absolute after:inset-0 after:rounded-card"
          >
            <Layers size={14} aria-hidden="true" className="shrink-0" />
            <span>{show}</span>
          </Link>
          <div className="relative flex shrink-0 gap-1">
            {actions}
            <OpenLink url={app.url} title={app.title} />
          </div>
        </div>
      </div>
    </li>
  );
}

interface Props {
  entry: SeenApp;
  userId: string;
  /** For guests: this device has stored the like. */
  isLiked: boolean;
  /** False for guests, and without a connection. */
  canVote: boolean;
}

/** An app that the user has seen. A press on the row shows its card. */
export function HistoryRow({ entry: { app, seenAt }, userId, isLiked, canVote }: Props) {
  if (!app) return <GoneRow seenAt={seenAt} />;
  const actions = canVote ? <LikeButton app={app} userId={userId} /> : null;
  return <Row {...{ app, seenAt, isLiked, actions }} />;
}
