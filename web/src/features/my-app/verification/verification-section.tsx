import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import type { Verification } from '@zapdeck/contract/frames/verification';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Status } from '../../../components/ui/status.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { VerifiedMark } from '../../../components/ui/verified-mark.tsx';
import { Section } from '../section.tsx';
import { Snippet } from '../snippet.tsx';
import { useVerification, useVerifyNow } from './use-verification.ts';
import { findingInWords } from './verification-words.ts';

const said = (title: string) => ({ title, description: t`Copied to clipboard` });

function Standing({ verification }: { verification: Verification }) {
  const { verifiedAt, checkedAt, host } = verification;
  const found = findingInWords(verification);
  return (
    <Status className="grid gap-2">
      {verifiedAt === null ? (
        <p className="text-muted">
          <Trans>
            Show that{' '}
            <b dir="ltr" className="font-semibold text-ink wrap-anywhere">
              {host}
            </b>{' '}
            is yours, in one of two ways. You’ll get a check mark next to your name.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            <span>Verified</span> <TimeAgo moment={verifiedAt} />
            <VerifiedMark /> <span>Leave it in place; we re-check daily.</span>
          </Trans>
        </p>
      )}
      {found === null ? null : (
        <p
          className={`rounded-field px-3 py-2 text-sm wrap-anywhere ${verifiedAt === null ? 'bg-raised text-ink' : 'bg-amber-soft text-amber-ink'}`}
        >
          <span>{`${found} `}</span>
          {checkedAt === null ? null : <TimeAgo moment={checkedAt} />}
        </p>
      )}
    </Status>
  );
}

function Ways({ id, verification }: { id: string; verification: Verification }) {
  const { pending, start } = useVerifyNow(id);
  const { tag, fileUrl, token, verifiedAt } = verification;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Standing verification={verification} />
      {verifiedAt !== null && verification.finding === 'found' ? null : (
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <Snippet
            label={t`Add this tag to the <head> of your page`}
            text={tag}
            copy={t`Copy tag`}
            said={said(t`Tag copied`)}
          />
          <Snippet
            label={t`Or serve this line at ${fileUrl}`}
            text={token}
            copy={t`Copy line`}
            said={said(t`Line copied`)}
          />
        </div>
      )}
      <Button
        className="justify-self-start"
        pending={pending ? t`Checking…` : undefined}
        onClick={start}
      >{t`Check now`}</Button>
    </div>
  );
}

/** Instructions that verify the app, and the current state. */
export function VerificationSection({ app }: { app: OwnApp }) {
  const query = useVerification(app.id);
  return (
    <Section title={t`Verified maker`}>
      <QueryView
        query={query}
        failure={t`Couldn’t load your verification`}
        skeleton={<div aria-hidden="true" className="skeleton h-32" />}
      >
        {(verification) => <Ways id={app.id} verification={verification} />}
      </QueryView>
    </Section>
  );
}
