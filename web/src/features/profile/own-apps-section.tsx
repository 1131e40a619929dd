import type { OwnApp } from '@zapdeck/contract/apps';
import Eye from 'lucide-react/icons/eye';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { AppCard, Count } from '../../components/ui/app-card.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadMore } from '../../components/ui/load-more.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { StatusBadge } from '../../components/ui/status-badge.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { ownAppHref } from '../../lib/own-apps.ts';
import { itemsOf } from '../../lib/paged-list.ts';
import { loginAddress } from '../../lib/return-to.ts';
import { AppOutcome } from './app-outcome.tsx';
import type { OwnAppsQuery } from './use-own-apps.ts';

const gridClass = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3';

function Skeleton() {
  return (
    <div aria-hidden="true" className={gridClass}>
      {[1, 2, 3].map((card) => (
        <div key={card} className="card overflow-hidden">
          <div className="skeleton h-32 rounded-none" />
          <div className="grid gap-2.5 p-4">
            <div className="skeleton h-5 w-3/5" />
            <div className="skeleton h-3.5 w-full" />
            <div className="skeleton h-3.5 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  );
}

function Empty({ isGuest }: { isGuest: boolean }) {
  return (
    <div className="card">
      <EmptyState title="Nothing submitted yet" text="Made something for the web? Let people swipe on it.">
        {isGuest ? (
          <ButtonLink href={loginAddress('/submit')}>Sign Up to Submit</ButtonLink>
        ) : (
          <ButtonLink href="/submit">Submit Your First App</ButtonLink>
        )}
      </EmptyState>
    </div>
  );
}

function OwnFacts({ app }: { app: OwnApp }) {
  return (
    <>
      <StatusBadge app={app} />
      <Count icon={ThumbsUp} count={app.upvotes} label="upvotes" />
      <Count icon={Eye} count={app.views} label="views" />
      <span className="ml-auto">
        <span className="sr-only">Submitted </span>
        <TimeAgo moment={app.createdAt} />
      </span>
    </>
  );
}

/** What the person submitted and what became of it. */
export function OwnApps({ isGuest, query }: { isGuest: boolean; query: OwnAppsQuery }) {
  return (
    <section>
      <h2 className="display mb-4 text-heading">Your Submitted Apps</h2>
      {isGuest ? (
        <Empty isGuest />
      ) : (
        <QueryView query={query} what="your apps" skeleton={<Skeleton />}>
          {(pages) => {
            const apps = itemsOf(pages);
            if (apps.length === 0) return <Empty isGuest={false} />;
            return (
              <>
                <ul className={gridClass}>
                  {apps.map((app) => (
                    <AppCard
                      key={app.id}
                      app={app}
                      look="tile"
                      href={ownAppHref(app.id)}
                      facts={<OwnFacts app={app} />}
                    >
                      <AppOutcome app={app} />
                    </AppCard>
                  ))}
                </ul>
                <LoadMore query={query} />
              </>
            );
          }}
        </QueryView>
      )}
    </section>
  );
}
