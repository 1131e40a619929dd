import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  Answer,
  answerQuestion,
  type OwnApplication,
  ownApplication,
} from '@zapdeck/contract/accounts/applications';
import { type ReactElement, useEffect } from 'react';
import * as z from 'zod/mini';
import { AnswerField } from '../../components/ui/answer-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { EmailText } from '../../components/ui/email-text.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { approvalTitle } from '../../lib/approval-title.ts';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { localized } from '../../lib/localized.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';

const applicationKey = ['application'] as const;
const AnswerForm = z.object({ answer: Answer });
const day = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'long' }));
const onDay = (moment: string) => day().format(Date.parse(moment));

function nextStep({ isEmailVerified, answer }: OwnApplication, email: string): ReactElement {
  if (!isEmailVerified)
    return (
      <p className="wrap-anywhere">
        <Trans>
          First open the link in the email that we sent to{' '}
          <bdi dir="ltr">
            <EmailText>{email}</EmailText>
          </bdi>
          .
        </Trans>
      </p>
    );
  const text =
    answer === null
      ? t`Please answer the question. Then an admin decides.`
      : t`You get an email with the decision. Until then you can look around like a guest.`;
  return <p>{text}</p>;
}

function AnswerPart({ answer }: { answer: string | null }) {
  const form = useForm(AnswerForm, { answer: answer ?? '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: async (body: z.output<typeof AnswerForm>) => {
      await call(answerQuestion, { body });
      await queryClient.invalidateQueries({ queryKey: applicationKey });
    },
    success: { title: t`Answer saved` },
    failure: {
      action: 'answer-question',
      title: t`Couldn’t save your answer`,
      words: 'server',
    },
    onError: () => {
      // An admin may have decided.
      void queryClient.invalidateQueries({ queryKey: applicationKey });
      return false;
    },
  });
  return (
    <form ref={ref} noValidate className="grid gap-4" onSubmit={form.submit(start)}>
      <AnswerField {...bind('answer')} error={errors.answer} />
      <Button
        type="submit"
        variant={answer === null ? 'primary' : 'secondary'}
        className="justify-self-start max-sm:w-full"
        pending={pending ? t`Sending…` : undefined}
      >
        {answer === null ? t`Send answer` : t`Change answer`}
      </Button>
    </form>
  );
}

function Refused({ reason, deletedAt }: OwnApplication) {
  return (
    <>
      {reason === null ? null : (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {reason}
        </p>
      )}
      <p className="text-muted">{t`It will be deleted on ${{ date: onDay(deletedAt) }}, with all its data.`}</p>
    </>
  );
}

/** State of an account that is not approved, and its answer, which can change until the decision. */
export default function ApplicationCard({ email }: { email: string }) {
  const query = useQuery({
    queryKey: applicationKey,
    queryFn: async () => (await call(ownApplication, {})).application,
    refetchOnWindowFocus: true,
  });
  const isOver = query.data === null;
  useEffect(() => {
    if (isOver) void refreshSession();
  }, [isOver]);
  return (
    <QueryView
      query={query}
      failure={t`Couldn’t load the state of your account`}
      skeleton={<div className="card min-h-64" />}
    >
      {(application) => (application ? <Application application={application} email={email} /> : null)}
    </QueryView>
  );
}

function Application({ application, email }: { application: OwnApplication; email: string }) {
  const isRefused = application.refusedAt !== null;
  return (
    <section className="card grid grid-cols-1 gap-4 p-5 md:p-7" aria-labelledby="application">
      <h2 id="application" className="display text-heading">
        {approvalTitle(isRefused ? 'refused' : 'waiting')}
      </h2>
      {isRefused ? (
        <Refused {...application} />
      ) : (
        <>
          {nextStep(application, email)}
          <AnswerPart answer={application.answer} />
          <p className="text-sm text-muted">{t`Without a decision, your account will be deleted on ${{ date: onDay(application.deletedAt) }}.`}</p>
        </>
      )}
    </section>
  );
}
