import { t } from '@lingui/core/macro';
import {
  DISCOVER_PATH,
  TODAY_PATH,
  TODAYS_APPS_PLACEHOLDER,
  todaysAppsPath,
} from '@zapdeck/contract/instance/screens';
import Hand from 'lucide-react/icons/hand';
import Lock from 'lucide-react/icons/lock';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Share2 from 'lucide-react/icons/share-2';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { LegalLinks, PoweredBy } from '../../components/layout/legal-links.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { instance, ownText } from '../../lib/instance.ts';
import { useSession } from '../../lib/session.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { DemoDeck } from './demo-deck.tsx';
import { HeroBackdrop } from './hero-backdrop.tsx';
import { OwnNote } from './own-note.tsx';
import './todays-apps.css';

/** Says on the landing page why the requested screen is not shown, with a Log In button. */
function LoginPrompt({ title, text, loginHref }: { title: string; text: string; loginHref: string }) {
  return (
    <section
      role="alert"
      className="rise fixed inset-x-3 top-[calc(env(safe-area-inset-top)+4.5rem)] z-30 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 ps-5 text-ink shadow-lift"
    >
      <Lock size={22} aria-hidden="true" className="shrink-0 text-brand-ink" />
      <div className="min-w-[min(11rem,100%)] grow basis-0">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      <ButtonLink href={loginHref} className="max-sm:w-full">{t`Log In`}</ButtonLink>
    </section>
  );
}

interface MotionSwitchProps {
  paused: boolean;
  onToggle: () => void;
  className: string;
}

/** Button that stops and restarts animations (WCAG 2.2.2). Hidden if nothing moves. */
function MotionSwitch({ paused, onToggle, className }: MotionSwitchProps) {
  if (!useHydrated()) return null;
  return (
    <IconButton
      label={paused ? t`Play the animation` : t`Pause the animation`}
      className={`absolute top-[calc(env(safe-area-inset-top)+4.25rem)] inset-e-3 bg-ink/12 motion-reduce:hidden md:top-auto md:inset-e-8 md:bottom-8 ${className}`}
      onClick={onToggle}
    >
      {paused ? <Play size={18} /> : <Pause size={18} />}
    </IconButton>
  );
}

const SECTION = 'todays-apps';

/** Returns the server-rendered list of the page, or a placeholder during the build. */
function drawnMarkup(): string | undefined {
  return typeof document === 'undefined'
    ? TODAYS_APPS_PLACEHOLDER
    : document.getElementById(SECTION)?.innerHTML;
}

/** Six of today's apps with links. The server renders them, also for visitors without scripts. */
function TodaysApps() {
  const [markup, setMarkup] = useState(drawnMarkup);
  useEffect(() => {
    if (markup !== undefined) return;
    // For signed-in users, and visitors from another screen. The page works without them.
    fetch(todaysAppsPath).then(
      async (answer) => answer.ok && setMarkup(await answer.text()),
      () => undefined,
    );
  }, [markup]);
  return <section id={SECTION} className="todays-apps" dangerouslySetInnerHTML={{ __html: markup ?? '' }} />;
}

interface Props {
  loginHref: string;
  prompt?: { title: string; text: string; loginHref: string } | undefined;
}

const features = () => [
  {
    label: t`Swipe`,
    text: t`Every card is a live app. Right to like it, left to pass.`,
    icon: Hand,
    tint: 'bg-brand-soft text-brand-ink',
  },
  {
    label: t`Vote`,
    text: t`Your votes decide what everyone sees next.`,
    icon: ThumbsUp,
    tint: 'bg-up-soft text-up-ink',
  },
  {
    label: t`Share`,
    text: t`Share what you find, or submit your own app.`,
    icon: Share2,
    tint: 'bg-down-soft text-down-ink',
  },
];

const footerLinkClass = 'flex min-h-11 items-center font-medium text-ink underline-offset-4 hover:underline';

export default function LandingScreen({ loginHref, prompt }: Props) {
  const isSignedIn = useSession().state === 'signed-in';
  const [paused, setPaused] = useState(false);
  const [videoMoves, setVideoMoves] = useState(false);
  return (
    <>
      {prompt ? <LoginPrompt {...prompt} /> : null}
      <section className="hero relative isolate flex min-h-[max(95svh,41rem)] flex-col justify-end overflow-hidden text-white md:min-h-[min(46rem,78svh)] md:justify-center md:text-ink">
        <div className="mx-auto grid w-full max-w-6xl items-center gap-10 px-[min(1.25rem,5vw)] pt-20 md:grid-cols-[1.15fr_1fr] md:px-8 md:pt-24 md:pb-16">
          <div className="hidden justify-center md:order-2 md:flex">
            <DemoDeck paused={paused} />
          </div>
          <HeroBackdrop paused={paused} onMoving={() => setVideoMoves(true)} />
          <div className="hero-shade absolute inset-0 -z-10 md:hidden" />
          <div className="relative pb-10 md:pb-0">
            <div className="hero-scrim absolute bottom-0 -z-10 md:hidden" />
            <h1 className="display text-hero wrap-anywhere">
              {ownText('landing', 'heading', t`Discover Amazing Web Apps`)}
            </h1>
            <p className="mt-4 max-w-[34rem] text-lg leading-relaxed text-white/85 md:mt-6 md:text-xl md:text-muted">
              {ownText(
                'landing',
                'subtitle',
                t`Swipe through curated web applications, vote on your favorites, and discover the next big thing.`,
              )}
            </p>
            <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3 md:mt-9">
              <ButtonLink
                href={isSignedIn ? '/' : loginHref}
                size="lg"
                className="w-full md:w-auto md:px-9"
              >{t`Get Started`}</ButtonLink>
              {/* A plain form, so that one tap leads to a live app even before scripts have loaded. */}
              <form method="post" action="/api/auth/look-around" className="w-full md:w-auto">
                <button className="min-h-11 w-full px-3 font-semibold underline-offset-4 hover:underline active:scale-95">{t`Look around`}</button>
              </form>
            </div>
          </div>
        </div>
        <MotionSwitch
          paused={paused}
          onToggle={() => setPaused(!paused)}
          className={videoMoves ? '' : 'max-md:hidden'}
        />
      </section>
      <div className="relative bg-paper">
        <OwnNote page="landing" />
        <TodaysApps />
        <section aria-label={t`What you can do`} className="mx-auto max-w-6xl px-5 py-10 md:px-8 md:py-14">
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-3 md:gap-5">
            {features().map(({ label, text, icon: Icon, tint }) => (
              <li
                key={label}
                className="card flex flex-wrap items-center gap-4 p-5 md:flex-col md:items-start md:p-7 lg:flex-row lg:items-center"
              >
                <span className={`grid size-14 shrink-0 place-items-center rounded-pill ${tint}`}>
                  <Icon size={26} aria-hidden="true" />
                </span>
                <div className="min-w-0 flex-1 basis-40">
                  <h2 className="display text-heading">{label}</h2>
                  <p className="mt-1 text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <footer className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 border-t border-line px-5 py-4 text-sm text-muted md:px-8">
          <PoweredBy />
          <nav aria-label={t`More from ${{ name: instance.name }}`} className="flex flex-wrap gap-x-6">
            <a href={DISCOVER_PATH} className={footerLinkClass}>{t`Discover`}</a>
            <a href={TODAY_PATH} className={footerLinkClass}>{t`App of the day`}</a>
            <a href="/feeds/new.xml" className={footerLinkClass}>{t`Feed of new apps`}</a>
            <Link href="/about" className={footerLinkClass}>{t`About ${{ name: instance.name }}`}</Link>
            <LegalLinks className={footerLinkClass} />
          </nav>
        </footer>
      </div>
    </>
  );
}
