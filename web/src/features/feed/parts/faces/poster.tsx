import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import { POSTER_SIZES } from '@zapdeck/contract/pictures/picture-paths';
import ExternalLink from 'lucide-react/icons/external-link';
import { buttonClass } from '../../../../components/ui/button-class.ts';
import { Cover } from '../../../../components/ui/cover.tsx';
import type { Elements } from '../../../../lib/elements.ts';
import { hostOf } from '../../../../lib/frame-policy.ts';
import './faces.css';

export function OpenAppLink({ url, className = '' }: { url: string; className?: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      draggable={false}
      className={buttonClass('primary', 'lg', `min-w-48 ${className}`)}
    >
      <span>{t`Open App`}</span>
      <ExternalLink size={18} aria-hidden="true" />
    </a>
  );
}

interface Props {
  app: App;
  glowing?: boolean;
  children: Elements;
}

export function Poster({ app, glowing = false, children }: Props) {
  return (
    <div className="absolute inset-0 bg-night text-white">
      <div className="feed-backdrop absolute inset-0">
        <Cover app={app} sizes={POSTER_SIZES} className="size-full" />
      </div>
      <div className="absolute inset-0 bg-linear-to-b from-night/55 via-night/45 to-night/85" />
      <div className="feed-poster absolute inset-0 text-center">
        <div className="relative shrink-0">
          {glowing ? <span className="feed-halo absolute -inset-10 rounded-full" aria-hidden="true" /> : null}
          <Cover
            app={app}
            whole
            sizes={POSTER_SIZES}
            className="feed-poster-cover rounded-[26px] shadow-2xl ring-1 ring-white/20"
          />
        </div>
        <div className="feed-poster-text wrap-anywhere">
          <p lang={app.language ?? undefined} dir="auto" className="display line-clamp-2 text-title">
            {app.title}
          </p>
          <p dir="ltr" className="mt-1.5 text-sm font-medium text-white/75">
            {hostOf(app.url)}
          </p>
          <p
            lang={app.language ?? undefined}
            dir="auto"
            className="feed-poster-description mt-2.5 text-[.9375rem] text-white/85"
          >
            {app.description}
          </p>
          {children}
        </div>
      </div>
    </div>
  );
}

/** Shown in place of an app that can't be framed. */
export function PreviewCard({ app }: { app: App }) {
  const away = app.frameStatus === 'unreachable';
  return (
    <Poster app={app}>
      <ul className="feed-poster-tags mt-4 flex flex-wrap justify-center gap-1.5" aria-label={t`Tags`}>
        {app.tags.map((tag) => (
          <li key={tag} className="rounded-pill bg-white/14 px-3 py-1 text-xs font-semibold">
            {tag}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-col items-center gap-2.5">
        <OpenAppLink url={app.url} />
        <p className="text-xs text-white/75">
          {away ? t`This app isn’t responding right now.` : t`This app opens in a new tab.`}
        </p>
      </div>
    </Poster>
  );
}
