import { t } from '@lingui/core/macro';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { AdvertisementCard } from './advertisement-card.tsx';
import { AlgorithmCard } from './algorithm-card.tsx';
import { CannedReasonsCard } from './canned-reasons-card.tsx';
import { CatalogueCare } from './catalogue-care.tsx';
import { DeepDive } from './deep-dive.tsx';
import { advertisementForm, algorithmForm, moderationForm, weightsForm } from './definitions.ts';
import { ClaimRolesCard } from '../claim-roles/claim-roles-card.tsx';
import { claimRolesForm } from '../claim-roles/claim-roles-form.ts';
import { RegistrationCard } from '../registration/registration-card.tsx';
import { registrationForm } from '../registration/registration-form.ts';
import { InvitationsCard } from '../registration/invitations-card.tsx';
import { TodayCard } from '../today/today-card.tsx';
import { FactorCard } from './factor-card.tsx';
import { FirstViewsCard } from './first-views-card.tsx';
import { InstanceCard } from '../instance/instance-card.tsx';
import { instanceForm } from '../instance/instance-form.ts';
import { LegalCard } from '../instance/legal-card.tsx';
import { ModerationCard } from './moderation-card.tsx';
import { useStored } from './use-config-form.ts';
import { WeightsCard } from './weights-card.tsx';
import './config-tab.css';

/** Config tab: configurations, their explanation and upkeep. */
export default function ConfigTab() {
  const weights = useStored(weightsForm);
  const algorithm = useStored(algorithmForm);
  const advertisement = useStored(advertisementForm);
  const moderation = useStored(moderationForm);
  const own = useStored(instanceForm);
  const registration = useStored(registrationForm);
  const claimRoles = useStored(claimRolesForm);
  return (
    <div className="dash-configs dash-config-columns">
      <div className="dash-configs dash-config-wide">
        <QueryView query={own} failure={t`Couldn’t load the settings`} skeleton={<ListSkeleton rows={2} />}>
          {(stored) => (
            <>
              <InstanceCard stored={stored} />
              <LegalCard stored={stored} />
            </>
          )}
        </QueryView>
      </div>
      <div className="dash-configs">
        <QueryView
          query={weights}
          failure={t`Couldn’t load the settings`}
          skeleton={<ListSkeleton rows={2} />}
        >
          {(stored) => <WeightsCard stored={stored} />}
        </QueryView>
        <QueryView
          query={advertisement}
          failure={t`Couldn’t load the settings`}
          skeleton={<ListSkeleton rows={1} />}
        >
          {(stored) => <AdvertisementCard stored={stored} />}
        </QueryView>
        <TodayCard />
        <CannedReasonsCard />
        <QueryView
          query={registration}
          failure={t`Couldn’t load the settings`}
          skeleton={<ListSkeleton rows={1} />}
        >
          {(stored) => <RegistrationCard stored={stored} />}
        </QueryView>
        <InvitationsCard />
        <QueryView
          query={claimRoles}
          failure={t`Couldn’t load the settings`}
          skeleton={<ListSkeleton rows={1} />}
        >
          {(stored) => <ClaimRolesCard stored={stored} />}
        </QueryView>
        <FactorCard />
      </div>
      <div className="dash-configs">
        <QueryView
          query={algorithm}
          failure={t`Couldn’t load the settings`}
          skeleton={<ListSkeleton rows={2} />}
        >
          {(stored) => <AlgorithmCard stored={stored} />}
        </QueryView>
        <FirstViewsCard />
        <QueryView
          query={moderation}
          failure={t`Couldn’t load the settings`}
          skeleton={<ListSkeleton rows={1} />}
        >
          {(stored) => <ModerationCard stored={stored} />}
        </QueryView>
        <CatalogueCare />
      </div>
      {weights.data && algorithm.data ? (
        <div className="dash-config-wide">
          <DeepDive inForce={weights.data.values.inForce} params={algorithm.data.values} />
        </div>
      ) : null}
    </div>
  );
}
