import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  type FactorRequirement,
  factorRequirement,
  requireFactor,
} from '@zapdeck/contract/sign-in/factor-requirement';
import { useState } from 'react';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';

const key = ['factor-requirement'] as const;

function lossInWords({ adminsWithout, moderatorsWithout }: FactorRequirement): string {
  const people = adminsWithout + moderatorsWithout;
  return people === 0
    ? t`All admins and moderators have one.`
    : plural(people, {
        one: '# admin or moderator has none yet. This person keeps the account and loses the rights of the role until one is set up.',
        other:
          '# admins and moderators have none yet. They keep their accounts and lose the rights of their role until they set one up.',
      });
}

function Requirement({ requirement }: { requirement: FactorRequirement }) {
  const { isRequired } = requirement;
  const [isAsking, setAsking] = useState(false);
  const { pending, start } = useAdminAction({
    name: 'require-factor',
    work: async () => {
      const saved = await call(requireFactor, { body: { isRequired: !isRequired } });
      queryClient.setQueryData(key, saved);
    },
    success: t`Saved`,
    failure: t`Couldn’t save the settings`,
    prefersServerText: true,
    onDone: () => setAsking(false),
  });
  return (
    <>
      <p>
        {isRequired
          ? t`Admins and moderators need a second factor.`
          : t`Admins and moderators can sign in with a password alone.`}
      </p>
      <div className="dash-buttons">
        <Button
          variant="secondary"
          pending={pending ? t`Saving…` : undefined}
          onClick={isRequired ? start : () => setAsking(true)}
        >
          {isRequired ? t`Stop requiring it` : t`Require a second factor`}
        </Button>
      </div>
      <ConfirmSheet
        open={isAsking}
        title={t`Require a second factor?`}
        confirm={t`Require a second factor`}
        pending={pending ? t`Saving…` : undefined}
        isDanger={false}
        onConfirm={start}
        onClose={() => setAsking(false)}
      >
        <p>{lossInWords(requirement)}</p>
      </ConfirmSheet>
    </>
  );
}

/** Setting: admins and moderators need a second factor. */
export function FactorCard() {
  const query = useQuery({ queryKey: key, queryFn: () => call(factorRequirement, {}) });
  return (
    <section aria-labelledby="factor-heading" className="card dash-config">
      <h2 id="factor-heading" className="display text-heading">{t`Second factor`}</h2>
      <p className="text-muted">{t`A passkey or an authenticator app. With it, a stolen password is not enough to get into the dashboard.`}</p>
      <QueryView query={query} failure={t`Couldn’t load the settings`} skeleton={<ListSkeleton rows={1} />}>
        {(requirement) => <Requirement requirement={requirement} />}
      </QueryView>
    </section>
  );
}
