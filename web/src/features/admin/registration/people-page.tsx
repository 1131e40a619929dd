import { ClaimRolesCard } from '../claim-roles/claim-roles-card.tsx';
import { claimRolesForm } from '../claim-roles/claim-roles-form.ts';
import { StoredConfig } from '../config/config-card.tsx';
import { FactorCard } from '../config/factor-card.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { RegistrationCard } from './registration-card.tsx';
import { registrationForm } from './registration-form.ts';

/** Settings for who may sign up, and who has which role. */
export default function PeoplePage() {
  return (
    <div className="dash-configs dash-config-columns">
      <div className="dash-configs">
        <StoredConfig of={registrationForm}>{(stored) => <RegistrationCard stored={stored} />}</StoredConfig>
        <InvitationsCard />
      </div>
      <div className="dash-configs">
        <StoredConfig of={claimRolesForm}>{(stored) => <ClaimRolesCard stored={stored} />}</StoredConfig>
        <FactorCard />
      </div>
    </div>
  );
}
