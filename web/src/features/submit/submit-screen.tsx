import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import { useEffect, useRef, useState } from 'react';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { instance } from '../../lib/instance.ts';
import { loginAddress } from '../../lib/return-to.ts';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';
import { SubmitForm } from './submit-form.tsx';

function SentCard() {
  return (
    <svg viewBox="0 0 220 150" fill="none" aria-hidden="true" className="h-36">
      <path
        d="M10 112h44M22 92h30M4 72h36"
        className="stroke-brand-ink"
        strokeWidth="5"
        strokeLinecap="round"
        opacity=".35"
      />
      <rect
        x="76"
        y="14"
        width="84"
        height="112"
        rx="17"
        transform="rotate(9 118 70)"
        className="fill-brand"
      />
      <path d="M125 34 95 74h18l-8 33 34-45h-18z" className="fill-bolt" />
      <circle cx="166" cy="112" r="25" className="fill-up stroke-paper" strokeWidth="6" />
      <path
        d="m155 112 8 8 14-15"
        stroke="#fff"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Confirms that a submission arrived. */
function Submitted({ title, onAnother }: { title: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  return (
    <div className="rise mx-auto flex min-h-[70dvh] max-w-md flex-col items-center justify-center px-6 py-14 text-center">
      <SentCard />
      <h1
        ref={heading}
        tabIndex={-1}
        className="display mt-6 text-title outline-none"
      >{t`App submitted!`}</h1>
      <p className="mt-3 wrap-anywhere text-muted">
        <Trans>
          <strong dir="auto" className="font-semibold text-ink">
            {title}
          </strong>{' '}
          is with our team now. You will be notified by email within 24-48 hours.
        </Trans>
      </p>
      <div className="mt-8 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <ButtonLink href="/" size="lg">{t`Back to Browse`}</ButtonLink>
        <Button variant="secondary" size="lg" onClick={onAnother}>{t`Submit another`}</Button>
      </div>
    </div>
  );
}

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
