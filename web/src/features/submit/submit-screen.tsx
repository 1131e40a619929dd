import { t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import { useState } from 'react';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { loginAddress } from '../../lib/return-to.ts';
import { useUser } from '../../lib/session.ts';
import { SubmitForm } from './submit-form.tsx';
import { Submitted } from './submitted.tsx';
import { instance } from '../../lib/instance.ts';
import { say } from '../../lib/say.ts';

export default function SubmitScreen() {
  const user = useUser();
  const [submittedTitle, setSubmittedTitle] = useState<string>();
  if (submittedTitle !== undefined) {
    return <Submitted title={submittedTitle} onAnother={() => setSubmittedTitle(undefined)} />;
  }
  return (
    <div className="mx-auto max-w-2xl px-4 md:px-8">
      <ScreenHeading title={say(screens.submit.title)} backHref="/" />
      {user.isGuest ? (
        <div className="card mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
          <div className="min-w-52 grow basis-0">
            <h2 className="display text-heading">{t`Sign Up Required`}</h2>
            <p className="text-muted">{t`Create an account to submit your app.`}</p>
          </div>
          <ButtonLink href={loginAddress(`/submit${location.search}`)}>{t`Sign Up`}</ButtonLink>
        </div>
      ) : null}
      {instance.submitNote === null ? null : (
        <p dir="auto" className="card mb-6 p-5 whitespace-pre-line wrap-anywhere">
          {instance.submitNote}
        </p>
      )}
      <SubmitForm user={user} onDone={setSubmittedTitle} />
    </div>
  );
}
