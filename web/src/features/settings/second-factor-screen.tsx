import { t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ProofPrompt } from '../../components/proof/proof-prompt.tsx';
import { Ways } from '../../components/proof/ways.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Status } from '../../components/ui/status.tsx';
import { say } from '../../lib/say.ts';
import { refreshSession, useUser } from '../../lib/session.ts';
import { Authenticator } from './authenticator.tsx';
import { PasskeysList } from './passkeys-list.tsx';

/** Moderators and admins set up or use the second factor that this site requires. */
export default function SecondFactorScreen() {
  const { missingFactor, role } = useUser();
  const hasRights = missingFactor === null && role !== 'member';
  return (
    <div className="mx-auto grid max-w-xl grid-cols-1 gap-6 px-4 md:px-8">
      <ScreenHeading title={say(screens['second-factor'].title)} backHref={screens.feed.path} />
      {missingFactor === 'enrol' ? (
        <p>{t`Admins and moderators of this site need a second factor. Until you set one up, you have the rights of a member.`}</p>
      ) : null}
      {missingFactor === 'confirm' ? (
        <div className="card grid gap-5 p-5 md:p-7">
          <p>{t`Your role needs your second factor. Use it now to get the rights of your role.`}</p>
          <Ways onClose={() => history.back()} onProved={() => void refreshSession()} />
        </div>
      ) : (
        <div className="card grid grid-cols-1 gap-8 p-5 md:px-7">
          <h2 className="sr-only">{t`Security`}</h2>
          <Authenticator />
          <PasskeysList />
        </div>
      )}
      <Status>{hasRights ? t`You have all rights of your role.` : ''}</Status>
      {hasRights ? <ButtonLink href={screens.admin.path}>{say(screens.admin.title)}</ButtonLink> : null}
      <ProofPrompt />
    </div>
  );
}
