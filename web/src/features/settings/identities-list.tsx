import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { screens } from '@zapdeck/contract/instance/screens';
import {
  linkedIdentities,
  type LinkedIdentity,
  linkIdentity,
  unlinkIdentity,
} from '@zapdeck/contract/sign-in/identities';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmSheet } from '../../components/ui/confirm-sheet.tsx';
import { ProviderMark } from '../../components/ui/provider-mark.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { useLast } from '../../components/ui/sheet.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { call } from '../../lib/call.ts';
import { endSession, refreshSession, useUser } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { useKeptFocus } from '../../lib/use-kept-focus.ts';
import { accountKey, refreshAccount } from './account.ts';
import { RowsSkeleton } from './rows.tsx';

interface Props {
  open: boolean;
  identity: LinkedIdentity;
  onClose: () => void;
}

/** Confirms and unlinks an identity. A session that it started ends. */
function IdentityRemoval({ open, identity: { id, name, isOfThisSession }, onClose }: Props) {
  const { role, givenRole } = useUser();
  const { pending, start } = useAction({
    work: async () => {
      await call(unlinkIdentity, { params: { provider: id } });
      if (isOfThisSession) return;
      refreshAccount();
      await refreshSession();
    },
    success: { title: t`${name} unlinked` },
    failure: {
      action: 'unlink-identity',
      title: t`Couldn’t unlink ${name}`,
    },
    onDone: () => {
      onClose();
      if (!isOfThisSession) return;
      navigate(screens.login.path);
      endSession();
    },
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Unlink ${name}?`}
      confirm={t`Unlink`}
      pending={pending ? t`Removing…` : undefined}
      onConfirm={start}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t`${name} can no longer sign in to your account.`}</li>
        <li>{t`Devices that signed in with ${name} are signed out.`}</li>
        {isOfThisSession ? <li>{t`This device is one of them. Sign in another way.`}</li> : null}
        {id === 'platform' && role !== givenRole ? (
          <li>{t`You lose the role that ${name} gave you.`}</li>
        ) : null}
      </ul>
    </ConfirmSheet>
  );
}

async function tell(problem: string | null): Promise<void> {
  if (problem === null) {
    toast({ title: t`Sign-in linked`, description: t`You can use it from now on.` });
    return;
  }
  // Rare, so the texts load only when needed.
  const { wordsFor } = await import('../../lib/sign-in-problem-words.ts');
  toast({ title: t`Couldn’t link the sign-in`, description: wordsFor(problem), variant: 'destructive' });
}

/** Says once how linking a provider ended, from `linked` or `error` in the address, and removes it from there. */
function useLinkOutcome(): void {
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const problem = query.get('error');
    if (problem === null && !query.has('linked')) return;
    void tell(problem);
    navigate(screens.settings.path, { replace: true });
  }, []);
}

type Listed = ResponseOf<typeof linkedIdentities>;

function IdentityRow({ identity, onUnlink }: { identity: LinkedIdentity; onUnlink: () => void }) {
  const { id, name, email, linkedAt } = identity;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <span className="grid size-11 shrink-0 place-items-center self-start rounded-field bg-raised text-muted">
        <ProviderMark id={id} />
      </span>
      <div className="min-w-[min(8rem,100%)] grow basis-0">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          {email === null ? null : (
            <span dir="auto" translate="no" className="wrap-anywhere">
              {email}
            </span>
          )}
          {linkedAt === null ? null : <TimeAgo moment={linkedAt} say={(when) => t`Linked ${when}`} />}
        </p>
      </div>
      <Button
        variant="secondary"
        className="ms-auto"
        aria-label={t`Unlink ${name}`}
        aria-haspopup="dialog"
        onClick={onUnlink}
      >{t`Unlink`}</Button>
    </li>
  );
}

function LinkButton({ id, name }: Listed['linkable'][number]) {
  const { pending, start } = useAction({
    work: () => call(linkIdentity, { params: { provider: id } }),
    failure: {
      action: 'link-identity',
      title: t`Couldn’t link ${name}`,
    },
    // The provider leads back here.
    onDone: ({ url }) => location.assign(url),
    leaves: true,
  });
  return (
    <Button
      variant="secondary"
      className="max-sm:w-full"
      pending={pending ? t`Checking…` : undefined}
      onClick={start}
    >{t`Link ${name}`}</Button>
  );
}

function Identities({ identities, linkable }: Listed) {
  const [removed, setRemoved] = useState<LinkedIdentity>();
  const asked = useLast(removed);
  return (
    <>
      {identities.length > 0 ? (
        <ul>
          {identities.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} onUnlink={() => setRemoved(identity)} />
          ))}
        </ul>
      ) : null}
      {linkable.length > 0 ? (
        <div className="mt-4 flex flex-wrap gap-2.5">
          {linkable.map((provider) => (
            <LinkButton key={provider.id} {...provider} />
          ))}
        </div>
      ) : null}
      {asked ? (
        <IdentityRemoval
          key={asked.id}
          open={removed !== undefined}
          identity={asked}
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </>
  );
}

/** Identities that sign in to the account, with buttons to link and unlink. Renders nothing without providers. */
export function IdentitiesList() {
  useLinkOutcome();
  const region = useRef<HTMLElement>(null);
  useKeptFocus(region);
  const query = useQuery({
    queryKey: [...accountKey, linkedIdentities.path],
    queryFn: ({ signal }) => call(linkedIdentities, {}, { signal }),
  });
  const { data } = query;
  if (data && data.identities.length + data.linkable.length === 0) return null;
  return (
    <section ref={region} tabIndex={-1} className="outline-none" aria-labelledby="own-identities">
      <h3 id="own-identities" className="mb-1 text-lg font-semibold">{t`Linked sign-ins`}</h3>
      <p className="text-sm text-muted">{t`Sign in with an account that you have elsewhere.`}</p>
      <QueryView query={query} failure={t`Couldn’t load your linked sign-ins`} skeleton={<RowsSkeleton />}>
        {(listed) => <Identities {...listed} />}
      </QueryView>
    </section>
  );
}
