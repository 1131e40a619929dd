import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { screens } from '@zapdeck/contract/instance/screens';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { say } from '../../lib/say.ts';

function FactorHint({ missing }: { missing: 'enrol' | 'confirm' }) {
  return (
    <>
      <p>
        {missing === 'enrol'
          ? t`Admins and moderators of this site need a second factor. Until you set one up, you have the rights of a member.`
          : t`Your role needs your second factor. Use it now to get the rights of your role.`}
      </p>
      <ButtonLink href={screens['second-factor'].path} variant="secondary">
        {say(screens['second-factor'].title)}
      </ButtonLink>
    </>
  );
}

/** Says why the rights of a role are missing, and how to get them. Shows nothing if none are missing. */
export function RoleHint({ missingFactor, lacksClaimedRole }: CurrentUser) {
  if (missingFactor === null && !lacksClaimedRole) return null;
  return (
    <div className="grid justify-items-start gap-3 rounded-field bg-raised px-4 py-3 text-sm">
      {missingFactor ? <FactorHint missing={missingFactor} /> : null}
      {lacksClaimedRole ? <p>{t`You have more rights here if you sign in through the provider.`}</p> : null}
    </div>
  );
}
