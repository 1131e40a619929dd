import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import {
  checkVerification,
  readVerification,
  type Verification,
} from '@zapdeck/contract/frames/verification';
import { Button } from '../../components/ui/button.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { Status } from '../../components/ui/status.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { VerifiedMark } from '../../components/ui/badge.tsx';
import { call } from '../../lib/call.ts';
import { ownAppKey } from '../../lib/own-apps.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';
import { Section } from './section.tsx';
import { Snippet } from './snippet.tsx';

const keyOf = (id: string) => [...ownAppKey(id), 'verification'];

/** Reads how the maker can verify the app. */
function useVerification(id: string) {
  return useQuery({ queryKey: keyOf(id), queryFn: () => call(readVerification, { params: { id } }) });
}

/** Checks the proof on the host now. */
function useVerifyNow(id: string) {
  return useAction({
    work: async () => {
      queryClient.setQueryData(keyOf(id), await call(checkVerification, { params: { id } }));
      void queryClient.invalidateQueries({ queryKey: [...ownAppKey(id), 'history'] });
    },
    failure: {
      action: 'check-verification',
      title: t`Couldn’t check your site`,
    },
  });
}

/** Returns the result of the last check in words. Null without a check, or if the maker need not act. */
export function findingInWords({
  finding,
  host,
  verifiedAt,
}: Pick<Verification, 'finding' | 'host' | 'verifiedAt'>): string | null {
  const isAtStake = verifiedAt !== null;
  switch (finding) {
    case null:
    case 'found':
      return null;
    case 'missing':
      return isAtStake
        ? t`We didn’t find the tag or the line on ${host}. If both are still missing in half a day, you lose the check mark.`
        : t`We checked ${host} and found neither the tag nor the line.`;
    case 'other_host':
      return isAtStake
        ? t`Your URL redirects to another host, so it can’t verify ${host}. If that’s still so in half a day, you lose the check mark.`
        : t`Your URL redirects to another host, so it can’t verify ${host}. Change your app’s URL to the final address.`;
    case 'unreachable':
      return isAtStake
        ? t`We couldn’t reach ${host}. You keep the check mark for seven days.`
        : t`We couldn’t reach ${host}.`;
  }
}

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
