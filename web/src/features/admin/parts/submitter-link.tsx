import type { AdminApp } from '@zapdeck/contract/apps';
import { VerifiedMark } from '../../../components/ui/verified-mark.tsx';
import { submitterName } from '../../../lib/person.ts';
import { PersonLink } from './person-link.tsx';

/** Who submitted the app, leading to their page, and whether it is verified; a name alone where the account is gone. */
export function SubmitterLink({ app }: { app: Pick<AdminApp, 'submittedBy' | 'submitter' | 'isVerified'> }) {
  const name = submitterName(app.submitter);
  return (
    <>
      {app.submittedBy === null ? <bdi>{name}</bdi> : <PersonLink id={app.submittedBy}>{name}</PersonLink>}
      {app.isVerified ? <VerifiedMark /> : null}
    </>
  );
}
