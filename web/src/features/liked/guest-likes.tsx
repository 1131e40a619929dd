import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { App } from '@zapdeck/contract/apps/apps';
import { FEED_IDS_MAX, listFeed } from '@zapdeck/contract/feed/feed';
import { useState } from 'react';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { Status } from '../../components/ui/status.tsx';
import { withCounts } from '../../lib/app-counts.ts';
import { call } from '../../lib/call.ts';
import { removeSavedLike, saveLike, useSavedLikes } from '../../lib/pending/saved-likes.ts';
import { loginAddress } from '../../lib/return-to.ts';
import { toast } from '../../lib/toasts.ts';
import { LikedRow, LikedSkeleton } from './liked-row.tsx';

const SHOWN_FIRST = 12;

async function readApps(ids: readonly string[]): Promise<Map<string, App>> {
  const apps = new Map<string, App>();
  for (let start = 0; start < ids.length; start += FEED_IDS_MAX) {
    const page = await call(listFeed, { query: { ids: ids.slice(start, start + FEED_IDS_MAX).join() } });
    for (const app of page) apps.set(app.id, withCounts(app));
  }
  return apps;
}

function unlike(userId: string, app: App): void {
  removeSavedLike(userId, app.id);
  toast({
    title: t`Vote Removed`,
    description: t`You no longer like ${app.title}`,
    action: { label: t`Undo`, onClick: () => saveLike(userId, app) },
  });
}

interface Props {
  userId: string;
  appIds: readonly string[];
}

/** Apps that a guest likes, as stored on this device. */
function SavedLikesList({ userId, appIds }: Props) {
  const [asked] = useState(appIds);
  const [showsAll, setShowsAll] = useState(false);
  const query = useQuery({
    queryKey: ['saved-likes', userId, asked],
    queryFn: () => readApps(asked),
  });
  return (
    <QueryView query={query} failure={t`Couldn’t load your liked apps`} skeleton={<LikedSkeleton />}>
      {(apps) => {
        const liked = appIds.flatMap((id) => apps.get(id) ?? []);
        const shown = showsAll ? liked : liked.slice(0, SHOWN_FIRST);
        return (
          <section aria-label={t`Saved on this device`} className="mb-8">
            <Status className="tabular mb-4 text-muted">
              {plural(liked.length, {
                one: '# app saved on this device',
                other: '# apps saved on this device',
              })}
            </Status>
            <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
              {shown.map((app) => (
                <LikedRow key={app.id} app={app} onUnlike={() => unlike(userId, app)} />
              ))}
            </ul>
            {shown.length < liked.length ? (
              <div className="mt-6 grid justify-items-center">
                <Button variant="secondary" onClick={() => setShowsAll(true)}>{t`Show all`}</Button>
              </div>
            ) : null}
          </section>
        );
      }}
    </QueryView>
  );
}

function Prompt() {
  return (
    <EmptyState
      title={t`Sign Up to Like Apps`}
      text={t`Create an account to keep the apps you love in one place.`}
    >
      <ButtonLink href={loginAddress('/liked')}>{t`Sign Up Now`}</ButtonLink>
    </EmptyState>
  );
}

/** Likes that this device saved for a guest, with an invitation to sign up. */
export function GuestLikes({ userId }: { userId: string }) {
  const appIds = useSavedLikes(userId);
  // The list stays when its last card leaves, because Undo restores that card.
  const [hadLikes] = useState(appIds.length > 0);
  if (hadLikes) {
    return (
      <>
        <SavedLikesList userId={userId} appIds={appIds} />
        <div className="card mx-auto max-w-sm">
          <Prompt />
        </div>
      </>
    );
  }
  return (
    <div className="relative">
      <div inert className="opacity-30">
        <LikedSkeleton still />
      </div>
      <div className="absolute inset-0 grid place-items-start justify-center pt-6">
        <div className="card max-w-sm">
          <Prompt />
        </div>
      </div>
    </div>
  );
}
