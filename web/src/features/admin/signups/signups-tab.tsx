import { plural, t } from '@lingui/core/macro';
import { applications } from '@zapdeck/contract/accounts/applications';
import { EmptyList } from '../../../components/list/empty-list.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { useAdminList } from '../parts/use-admin-list.ts';
import { SignupCard } from './signup-card.tsx';
import '../users/user-card.css';

/** Further accounts move up as these are decided. */
const SHOWN = 60;

/** Accounts that wait for approval, the oldest first. */
export default function SignupsTab() {
  const query = useAdminList(applications, { query: { limit: SHOWN } });
  const count = query.data?.total ?? 0;
  return (
    <section className="grid grid-cols-1 gap-4">
      <div>
        <h2 className="display text-heading">{t`Sign-ups`}</h2>
        <p className="text-muted">
          {count === 0
            ? ''
            : plural(count, { one: '# account waits for approval', other: '# accounts wait for approval' })}
        </p>
      </div>
      <QueryView query={query} failure={t`Couldn’t load the sign-ups`} skeleton={<ListSkeleton />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyList
              title={t`No account waits for approval`}
              text={t`New accounts appear here once they have confirmed their address and answered the question.`}
            />
          ) : (
            <ul className="dash-cards items-start">
              {items.map((application) => (
                <SignupCard key={application.id} application={application} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}
