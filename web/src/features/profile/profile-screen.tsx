import { useUser } from '../../lib/session.ts';
import { AccountSection } from './account/account-section.tsx';
import { MakerSection } from './maker/maker-section.tsx';
import { OwnApps } from './own-apps-section.tsx';
import { ProfileCard } from './profile-card.tsx';
import { QuickActions } from './quick-actions.tsx';
import { useOwnApps } from './use-own-apps.ts';

/** Who the person is here, what they can do and what became of their submissions. */
export default function ProfileScreen() {
  const user = useUser();
  const query = useOwnApps(user);
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-8 px-4 pt-6 md:px-8 md:pt-10">
      <div className="grid grid-cols-1 gap-5 md:grid-cols-[1.2fr_1fr]">
        <ProfileCard user={user} query={query} />
        <QuickActions isGuest={user.isGuest} />
      </div>
      <OwnApps isGuest={user.isGuest} query={query} />
      {user.isGuest ? null : <MakerSection />}
      {user.isGuest ? null : <AccountSection user={user} />}
    </div>
  );
}
