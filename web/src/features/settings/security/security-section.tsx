import { t } from '@lingui/core/macro';
import { Authenticator } from './authenticator.tsx';
import { IdentitiesList } from './identities-list.tsx';
import { PasskeysList } from './passkeys-list.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SessionList } from './session-list.tsx';
import { ApiTokens } from './tokens/api-tokens.tsx';

/** Security settings: one list below another, each with its heading. */
export default function SecuritySection() {
  return (
    <section aria-labelledby="security">
      <h2 id="security" className="display mb-4 text-heading">{t`Security`}</h2>
      <div className="card grid grid-cols-1 gap-8 p-5 md:px-7">
        <PasskeysList />
        <Authenticator />
        <IdentitiesList />
        <SessionList />
        <ApiTokens />
        <RecentActivity />
      </div>
    </section>
  );
}
