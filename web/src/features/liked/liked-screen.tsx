import { likedApps } from '@zapdeck/contract/apps';
import { screens } from '@zapdeck/contract/screens';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { AppCard, Count } from '../../components/ui/app-card.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { OfflineHint } from '../../components/ui/offline-hint.tsx';
import { LoadMore } from '../../components/ui/load-more.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { LIKED_PAGE } from '../../lib/account-cache.ts';
import { callWithHeaders } from '../../lib/call.ts';
import { likedAppsKey, likedPage } from '../../lib/liked-apps.ts';
import { itemsOf, totalOf, usePagedList } from '../../lib/paged-list.ts';
import { submitterName } from '../../lib/person.ts';
import { loginAddress } from '../../lib/return-to.ts';
import { useUser } from '../../lib/session.ts';
import { LikedSkeleton } from './liked-skeleton.tsx';

const readLiked = async (offset: number) =>
  likedPage(await callWithHeaders(likedApps, { query: { limit: LIKED_PAGE, offset } }), offset);

/** What a guest sees in place of the list. */
function GuestPrompt() {
  return (
    <div className="relative">
      <div inert className="opacity-30">
        <LikedSkeleton still />
      </div>
      <div className="absolute inset-0 grid place-items-start justify-center pt-6">
        <div className="card max-w-sm">
          <EmptyState
            title="Sign Up to Like Apps"
            text="Create an account to keep the apps you love in one place."
          >
            <ButtonLink href={loginAddress('/liked')}>Sign Up Now</ButtonLink>
          </EmptyState>
        </div>
      </div>
    </div>
  );
}

function LikedList() {
  const query = usePagedList(likedAppsKey, readLiked);
  return (
    <QueryView query={query} what="your liked apps" skeleton={<LikedSkeleton />}>
      {(pages) => {
        const apps = itemsOf(pages);
        if (apps.length === 0) {
          return (
            <EmptyState
              title="No Liked Apps Yet"
              text="Swipe right on an app you like and it waits for you here."
            >
              <ButtonLink href="/">Start browsing</ButtonLink>
            </EmptyState>
          );
        }
        const total = totalOf(pages);
        return (
          <>
            <OfflineHint text="This is your list as this device last saw it." />
            <p className="tabular mb-4 -mt-3 text-muted">
              {total} {total === 1 ? 'app' : 'apps'}
            </p>
            <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
              {apps.map((app) => (
                <AppCard
                  key={app.id}
                  app={app}
                  look="row"
                  facts={
                    <>
                      <Count
                        icon={ThumbsUp}
                        count={app.upvotes}
                        label="upvotes"
                        className="font-semibold text-up-ink"
                      />
                      <span className="max-w-32 truncate">by {submitterName(app.submitter)}</span>
                      <TimeAgo moment={app.createdAt} />
                    </>
                  }
                />
              ))}
            </ul>
            <LoadMore query={query} />
          </>
        );
      }}
    </QueryView>
  );
}

/** The apps that the person likes. */
export default function LikedScreen() {
  const user = useUser();
  return (
    <div className="mx-auto max-w-5xl px-4 md:px-8">
      <ScreenHeading title={screens.liked.title} />
      {user.isGuest ? <GuestPrompt /> : <LikedList />}
    </div>
  );
}
