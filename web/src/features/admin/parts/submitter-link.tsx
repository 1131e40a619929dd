import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { VerifiedMark } from '../../../components/ui/badge.tsx';
import { submitterName } from '../../../lib/person.ts';
import { PersonLink } from './person-link.tsx';

/** Name of the submitter, linked to their page, with a check mark if verified. Plain text for a deleted account. */
export function SubmitterLink({ app }: { app: Pick<AdminApp, 'submittedBy' | 'submitter' | 'isVerified'> }) {
  const name = submitterName(app.submitter);
  return (
    <>
      {app.submittedBy === null ? <bdi>{name}</bdi> : <PersonLink id={app.submittedBy}>{name}</PersonLink>}
      {app.isVerified ? <VerifiedMark /> : null}
    </>
  );
}
