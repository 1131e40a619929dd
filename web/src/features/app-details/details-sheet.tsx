import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { checkApp } from '@zapdeck/contract/apps/app-checks';
import type { App, FrameStatus } from '@zapdeck/contract/apps/apps';
import type { Category } from '@zapdeck/contract/apps/listing';
import { categorySlug, type DeckKey } from '@zapdeck/contract/feed/decks';
import type { FeedApp } from '@zapdeck/contract/feed/feed';
import { MAKERS_PATH } from '@zapdeck/contract/instance/pages';
import { deckHref } from '@zapdeck/contract/instance/screens';
import CircleMinus from 'lucide-react/icons/circle-minus';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Flag from 'lucide-react/icons/flag';
import Layers from 'lucide-react/icons/layers';
import Link2 from 'lucide-react/icons/link-2';
import Share2 from 'lucide-react/icons/share-2';
import Stethoscope from 'lucide-react/icons/stethoscope';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { useState } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '../../components/ui/button-class.ts';
import { Button } from '../../components/ui/button.tsx';
import { CategoryIcon } from '../../components/ui/category-icon.tsx';
import { Cover } from '../../components/ui/cover.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { VerifiedMark } from '../../components/ui/badge.tsx';
import { call } from '../../lib/call.ts';
import type { Elements } from '../../lib/elements.ts';
import { hostOf } from '../../lib/frame-policy.ts';
import type { NamedHidden } from '../../lib/hidden-name.ts';
import { hideAndSay, lessAndSay, showAgain, takeLessBack } from '../../lib/pending/undoable.ts';
import { languageName } from '../../lib/language-choices.ts';
import { formatCount } from '../../lib/numbers.ts';
import { useIsAvoided } from '../../lib/pending/taste.ts';
import { submitterName } from '../../lib/person.ts';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';
import { copyOwnAddress, shareApp } from '../../lib/share-app.ts';
import { toast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { HidePanel } from './hide-panel.tsx';
import { ReportPanel } from './report-panel.tsx';

interface Props {
  deck: DeckKey;
  /** Called if the deck is already open. */
  onStay: () => void;
  className: string;
  children: Elements;
}

/** Link to a deck. If that deck is open, a tap calls `onStay` instead. */
function DeckLink({ deck, onStay, className, children }: Props) {
  const isOpen = new URLSearchParams(location.search).get('deck') === deck;
  return (
    <Link
      href={deckHref(deck)}
      className={className}
      onClick={(event) => {
        if (!isOpen) return;
        event.preventDefault();
        onStay();
      }}
    >
      {children}
    </Link>
  );
}

interface LessLikeThisProps {
  app: App;
  className: string;
  onLess: () => void;
}

/** Asks for less like the app in the deck `for-you`, or takes it back. */
function LessLikeThis({ app, className, onLess }: LessLikeThisProps) {
  const { id: userId } = useUser();
  const isAvoided = useIsAvoided(app.id);
  return (
    <button
      type="button"
      className={className}
      onClick={() => (isAvoided ? void takeLessBack(userId, app) : onLess())}
    >
      <CircleMinus size={16} aria-hidden="true" />
      <span>{isAvoided ? t`Undo “Less like this”` : t`Less like this`}</span>
    </button>
  );
}

interface LoadCheckProps {
  app: App;
  className: string;
  onChecked: (frameStatus: FrameStatus) => void;
}

const found: Readonly<Record<FrameStatus, MessageDescriptor>> = {
  ok: msg`It’s working and can run here.`,
  refused: msg`It opens in a new tab.`,
  unreachable: msg`It isn’t responding right now.`,
  unknown: msg`We couldn’t check it.`,
};

/** Button that checks at once whether the app can be framed, and shows the result. */
function LoadCheck({ app, className, onChecked }: LoadCheckProps) {
  const [verdict, setVerdict] = useState<FrameStatus>();
  const check = useAction({
    work: async () => {
      setVerdict(undefined);
      return (await call(checkApp, { params: { id: app.id } })).frameStatus;
    },
    failure: { action: 'check', title: t`Couldn’t check the app` },
    onDone: (frameStatus) => {
      setVerdict(frameStatus);
      onChecked(frameStatus);
    },
  });
  return (
    <>
      <button
        type="button"
        className={className}
        aria-busy={check.pending}
        aria-disabled={check.pending}
        onClick={check.start}
      >
        {check.pending ? <Spinner className="size-4" /> : <Stethoscope size={16} aria-hidden="true" />}
        <span>{check.pending ? t`Checking…` : t`Doesn’t load?`}</span>
      </button>
      <output className="col-span-full block min-h-5 text-sm text-muted">
        {verdict && i18n._(found[verdict])}
      </output>
    </>
  );
}

interface DetailsProps {
  app: FeedApp;
  open: boolean;
  onClose: () => void;
  onChecked: (frameStatus: FrameStatus) => void;
  /** Shows the swipe hint after the dialog has closed. */
  onExplain: () => void;
}

function Maker({ app: { submitter } }: { app: App }) {
  const name = submitterName(submitter);
  const look = 'font-semibold text-ink';
  return submitter?.handle ? (
    <a
      dir="auto"
      href={MAKERS_PATH + submitter.handle}
      target="_blank"
      rel="noopener"
      className={`${look} py-2.5 underline-offset-4 hover:underline`}
    >
      {name}
    </a>
  ) : (
    <span dir="auto" className={look}>
      {name}
    </span>
  );
}

function Figure({ icon: Icon, count, label }: { icon: typeof Eye; count: number; label: string }) {
  return (
    <div className="relative flex grow basis-32 flex-col-reverse rounded-field bg-raised py-2.5 pe-3 ps-12 leading-tight">
      <dt className="text-xs text-muted">
        <Icon size={20} className="absolute top-1/2 inset-s-3.5 -translate-y-1/2" aria-hidden="true" />
        <span>{label}</span>
      </dt>
      <dd className="tabular text-base font-bold">{formatCount(count)}</dd>
    </div>
  );
}

const quietClass =
  'flex min-h-11 items-center gap-2 py-1 text-start text-sm font-medium text-muted underline-offset-4 hover:underline [&>svg]:shrink-0';

/** Dialog with the details of an app and its actions. */
export default function DetailsSheet({ app, open, onClose, onChecked, onExplain }: DetailsProps) {
  const { id: userId, isGuest } = useUser();
  const [reporting, setReporting] = useState(false);
  const [isHiding, setIsHiding] = useState(false);
  const [hidden, setHidden] = useState<NamedHidden>();
  const [leaving, setLeaving] = useState<'closed' | 'reported' | 'explain' | 'less' | null>(null);
  const close = () => setLeaving('closed');
  const onGone = () => {
    onClose();
    if (leaving === 'explain') onExplain();
    if (hidden) void hideAndSay(userId, hidden);
    if (leaving === 'less') void lessAndSay(userId, app);
    // A toast shown earlier would appear in this dialog and close with it.
    if (leaving === 'reported')
      toast({
        title: t`Report Submitted`,
        description: t`Thank you for reporting. We'll review this app.`,
      });
  };
  return (
    <Sheet open={open && leaving === null} onClose={close} onClosed={onGone} title={app.title}>
      <div data-autofocus tabIndex={-1} className="flex flex-wrap items-center gap-4 outline-none">
        <Cover whole app={app} className="size-16 shrink-0 rounded-[18px]" />
        <div className="min-w-0 grow basis-40">
          <p className="truncate text-muted">
            <span>
              <Trans>
                by{' '}
                <span>
                  <Maker app={app} />
                </span>
              </Trans>
            </span>
            {app.isVerified ? <VerifiedMark /> : null}
          </p>
          <DeckLink
            deck={`category:${categorySlug(app.category as Category)}`}
            onStay={close}
            className="relative mt-1 inline-flex items-center gap-1.5 text-sm font-medium text-brand-ink underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
          >
            <CategoryIcon category={app.category} className="size-4" />
            <span>{say(app.category)}</span>
          </DeckLink>
          <p className="wrap-anywhere text-sm text-muted">
            <span className="sr-only">{`${t`Host:`} `}</span>
            <span dir="ltr">{hostOf(app.url)}</span>
          </p>
        </div>
      </div>
      <dl className="mt-5 flex flex-wrap gap-2.5">
        <Figure icon={ThumbsUp} count={app.upvotes} label={t`Likes`} />
        <Figure icon={Eye} count={app.views} label={t`Views`} />
      </dl>
      {app.because ? (
        <p className="mt-4 text-sm font-medium text-brand-ink wrap-anywhere">{t`Because you liked ${app.because.title}`}</p>
      ) : null}
      <p lang={app.language ?? undefined} dir="auto" className="mt-5 whitespace-pre-line">
        {app.description}
      </p>
      {app.language === null ? null : (
        <p className="mt-2 text-sm text-muted">{t`Language: ${{ language: languageName(app.language) }}`}</p>
      )}
      {app.tags.length > 0 ? (
        <section className="mt-5">
          <h3 className="text-sm font-semibold">{t`Categories`}</h3>
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {app.tags.map((tag) => (
              <li key={tag} dir="auto" className="min-w-0">
                <DeckLink
                  deck={`tag:${tag}`}
                  onStay={close}
                  className="inline-flex min-h-11 items-center rounded-card bg-brand-soft px-3.5 text-sm font-medium wrap-anywhere text-brand-ink hover:brightness-97"
                >
                  <span>{say(tag)}</span>
                </DeckLink>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-2.5">
        <a
          href={app.url}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('primary', 'md', 'grow basis-full sm:basis-auto')}
        >
          <ExternalLink size={18} aria-hidden="true" />
          <span>{t`Open App`}</span>
        </a>
        <Button variant="secondary" className="grow" onClick={() => void shareApp(app)}>
          <Share2 size={18} aria-hidden="true" />
          <span>{t`Share`}</span>
        </Button>
        {isGuest ? null : (
          <Button
            variant="secondary"
            className="grow"
            aria-expanded={reporting}
            onClick={() => setReporting((shown) => !shown)}
          >
            <Flag size={18} aria-hidden="true" />
            <span>{t`Report`}</span>
          </Button>
        )}
      </div>
      <div className="mt-2 grid grid-cols-1 gap-x-5 sm:grid-cols-2">
        {app.submitter?.handle ? (
          <DeckLink deck={`maker:${app.submitter.handle}`} onStay={close} className={quietClass}>
            <Layers size={16} aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">
              <Trans>
                All apps by <bdi>{submitterName(app.submitter)}</bdi>
              </Trans>
            </span>
          </DeckLink>
        ) : null}
        <button type="button" className={quietClass} onClick={() => void copyOwnAddress(app)}>
          <Link2 size={16} aria-hidden="true" />
          <span>{t`Copy link to the app itself`}</span>
        </button>
        {isGuest ? null : <LessLikeThis app={app} className={quietClass} onLess={() => setLeaving('less')} />}
        <button
          type="button"
          aria-expanded={isHiding}
          className={quietClass}
          onClick={() => setIsHiding((shown) => !shown)}
        >
          <EyeOff size={16} aria-hidden="true" />
          <span>{t`Hide apps like this`}</span>
        </button>
        <button type="button" className={quietClass} onClick={() => setLeaving('explain')}>
          <CircleQuestionMark size={16} aria-hidden="true" />
          <span>{t`Show me how to swipe`}</span>
        </button>
        <LoadCheck app={app} className={quietClass} onChecked={onChecked} />
      </div>
      {isHiding ? (
        <HidePanel
          app={app}
          onHide={(item) => {
            setHidden(item);
            setLeaving('closed');
          }}
          onShowAgain={(item) => void showAgain(userId, item)}
        />
      ) : null}
      {reporting ? (
        <ReportPanel
          appId={app.id}
          onCancel={() => setReporting(false)}
          onReported={() => setLeaving('reported')}
        />
      ) : null}
    </Sheet>
  );
}
