import { isUnconfirmed } from '../../lib/call.ts';
import { NotLoaded } from '../../components/ui/not-loaded.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useUser } from '../../lib/session.ts';
import { HiddenSection } from './hidden/hidden-section.tsx';
import { OwnAppsSection } from './own-apps/own-apps-section.tsx';
import { useOwnTotals } from './own-apps/use-own-apps.ts';
import { ProfileCard } from './profile-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { TasteSection } from './taste/taste-section.tsx';

const ApplicationCard = lazyPart(
  () => import('./application/application-card.tsx'),
  <div className="card min-h-64" aria-busy="true" />,
  <NotLoaded />,
);

export default function ProfileScreen() {
  const user = useUser();
  // Until its approval, an account has the rights of a guest.
  const isMember = !user.isGuest && !user.approval;
  const totals = useOwnTotals(isMember);
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-8 px-4 pt-6 md:px-8 md:pt-10">
      {user.approval ? <ApplicationCard email={user.email ?? ''} /> : null}
      <div className="grid grid-cols-1 gap-5 md:grid-cols-[1.2fr_1fr]">
        <ProfileCard user={user} totals={totals} />
        <QuickActions isGuest={user.isGuest} />
      </div>
      {user.approval ? null : <OwnAppsSection isGuest={user.isGuest} totals={totals} />}
      {isMember && !isUnconfirmed(totals.error) ? <TasteSection /> : null}
      <HiddenSection />
    </div>
  );
}
