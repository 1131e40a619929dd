import { isUnconfirmed } from '../../lib/call.ts';
import { useUser } from '../../lib/session.ts';
import { HiddenSection } from './hidden/hidden-section.tsx';
import { OwnAppsSection } from './own-apps/own-apps-section.tsx';
import { useOwnTotals } from './own-apps/use-own-apps.ts';
import { ProfileCard } from './profile-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { TasteSection } from './taste/taste-section.tsx';

/** Profile screen; specification, section 2. */
export default function ProfileScreen() {
  const user = useUser();
  const totals = useOwnTotals(!user.isGuest);
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-8 px-4 pt-6 md:px-8 md:pt-10">
      <div className="grid grid-cols-1 gap-5 md:grid-cols-[1.2fr_1fr]">
        <ProfileCard user={user} totals={totals} />
        <QuickActions isGuest={user.isGuest} />
      </div>
      <OwnAppsSection isGuest={user.isGuest} totals={totals} />
      {user.isGuest || isUnconfirmed(totals.error) ? null : <TasteSection />}
      <HiddenSection />
    </div>
  );
}
