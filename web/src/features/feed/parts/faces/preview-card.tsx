import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import { OpenAppLink } from './open-app-link.tsx';
import { Poster } from './poster.tsx';

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
