import { t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ProofPrompt } from '../../components/proof/proof-prompt.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { NotLoaded } from '../../components/ui/not-loaded.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { loginAddress } from '../../lib/return-to.ts';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';
import { AccountSection } from './account-section.tsx';
import { MakerSection } from './maker-section.tsx';

const SecuritySection = lazyPart(
  () => import('./security-section.tsx'),
  <div className="skeleton h-64" />,
  <NotLoaded />,
);

/** The settings of the account: sign-in, language, mails, maker page, data and deletion. */
export default function SettingsScreen() {
  const user = useUser();
  return (
    <div className="mx-auto max-w-3xl px-4 md:px-8">
      <ScreenHeading title={say(screens.settings.title)} backHref={screens.profile.path} />
      {user.isGuest ? (
        <div className="card">
          <EmptyState title={t`Sign Up Required`} text={t`Create an account to change settings.`}>
            <ButtonLink href={loginAddress(screens.settings.path)}>{t`Sign Up`}</ButtonLink>
          </EmptyState>
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-8">
          <AccountSection user={user} />
          {user.approval ? null : <MakerSection />}
          <SecuritySection />
          <ProofPrompt />
        </div>
      )}
    </div>
  );
}
