import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type LinkedIdentity, linkedIdentities, linkIdentity } from '@zapdeck/contract/sign-in/identities';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { ProviderMark } from '../../../components/ui/provider-mark.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { useLast } from '../../../components/ui/sheet.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { call } from '../../../lib/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useKeptFocus } from '../../../lib/use-kept-focus.ts';
import { accountKey } from '../account/use-account.ts';
import { IdentityRemoval } from './identity-removal.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { useLinkOutcome } from './use-link-outcome.ts';

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
