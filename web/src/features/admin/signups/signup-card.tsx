import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { Application } from '@zapdeck/contract/accounts/applications';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { providerNames } from '../users/provider-names.ts';
import { AnswerText } from './answer-text.tsx';
import { useSignupDecision } from './decide-signup.ts';
import { RefuseSheet } from './refuse-sheet.tsx';

/** An account that waits for approval: who it is, its answer, and buttons for the decision. */
export function SignupCard({ application }: { application: Application }) {
  const { id, firstName, lastName, email, authProvider, answer, signedUpAt } = application;
  const name = [firstName, lastName].filter(Boolean).join(' ') || (email ?? '');
  const [isRefusing, setRefusing] = useState(false);
  const { pending, start } = useSignupDecision(id, name);
  return (
    <li className="card grid grid-cols-1 content-start gap-3.5 p-4">
      <div className="min-w-0">
        <h3 className="dash-title">
          <PersonLink id={id}>{name}</PersonLink>
          <Badge>{i18n._(providerNames[authProvider])}</Badge>
        </h3>
        <p dir="ltr" className="truncate text-sm text-muted rtl:text-end">
          {email}
        </p>
        <p className="text-sm text-muted">
          <TimeAgo moment={signedUpAt} />
        </p>
      </div>
      <AnswerText text={answer} />
      <div className="dash-buttons max-sm:*:flex-1">
        <Button variant="secondary" aria-label={t`Refuse ${name}`} onClick={() => setRefusing(true)}>
          <X size={19} aria-hidden="true" />
          <span>{t`Refuse`}</span>
        </Button>
        <Button
          aria-label={t`Approve ${name}`}
          pending={pending ? t`One moment…` : undefined}
          onClick={() => start({ decision: 'approved' })}
        >
          <Check size={19} aria-hidden="true" />
          <span>{t`Approve`}</span>
        </Button>
      </div>
      <RefuseSheet
        open={isRefusing}
        name={name}
        isBusy={pending}
        onRefuse={(reason) => {
          setRefusing(false);
          start({ decision: 'refused', reason });
        }}
        onClose={() => setRefusing(false)}
      />
    </li>
  );
}
