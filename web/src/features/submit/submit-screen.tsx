import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { submitApp } from '@zapdeck/contract/apps/apps';
import { SubmitForm as SubmitRules } from '@zapdeck/contract/apps/listing';
import { EVERYBODY_DAYS, FIRST_VIEWS, type FirstViewsPromise } from '@zapdeck/contract/feed/first-views';
import { screens } from '@zapdeck/contract/instance/screens';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import Eye from 'lucide-react/icons/eye';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { ScreenHeading } from '../../components/layout/screen-heading.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ListingFields, UrlField } from '../../components/ui/listing-fields.tsx';
import { CallError } from '../../lib/call.ts';
import { useFirstViewsPromise } from '../../lib/first-views-promise.ts';
import { useForm } from '../../lib/form.ts';
import { useCallOnce } from '../../lib/idempotency.ts';
import { instance } from '../../lib/instance.ts';
import { emptyListing } from '../../lib/listing.ts';
import { type Failure, notifyError } from '../../lib/notify-error.ts';
import { timeSpan } from '../../lib/numbers.ts';
import { ownAppsKey } from '../../lib/own-apps.ts';
import { queryClient } from '../../lib/query-client.ts';
import { loginAddress } from '../../lib/return-to.ts';
import { say } from '../../lib/say.ts';
import { useUser } from '../../lib/session.ts';
import { toast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { previewKey, PreviewPanel, usePreview } from './preview-panel.tsx';
import { keepSubmitDraft, openingValues, readSubmitDraft } from './submit-draft.ts';

function promiseInWords({ promised, recent }: FirstViewsPromise): string {
  if (promised === 'everybody')
    return t`If it is approved, everybody who comes in its first ${plural(EVERYBODY_DAYS, { one: '# day', other: '# days' })} sees it in their deck. Then you get a report.`;
  if (!recent)
    return t`If it is approved, we show it to ${plural(FIRST_VIEWS, { one: '# person who hasn’t', other: '# people who haven’t' })} seen it. Then you get a report.`;
  const { medianS, nineOfTenS } = recent;
  return t`If it is approved, we show it to ${plural(FIRST_VIEWS, { one: '# person who hasn’t', other: '# people who haven’t' })} seen it, and send you a report. Lately, half of the apps took ${{ median: timeSpan(medianS) }}, and nine out of ten took at most ${{ nineOfTen: timeSpan(nineOfTenS) }}.`;
}

const titleOf = ({ promised }: FirstViewsPromise): string =>
  promised === 'everybody'
    ? t`Everyone will see your app`
    : plural(FIRST_VIEWS, {
        one: 'Your first view is guaranteed',
        other: 'Your first # views are guaranteed',
      });

/** Tells the maker the promise for an approved app. Renders nothing until it is known. */
function FirstViewsNote() {
  const { data } = useFirstViewsPromise();
  if (!data) return null;
  return (
    <div className="flex gap-3 rounded-field bg-raised px-4 py-3 text-sm">
      <Eye size={20} className="shrink-0 text-brand-ink" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">{titleOf(data)}</p>
        <p className="text-muted">{promiseInWords(data)}</p>
      </div>
    </div>
  );
}

const failure = (): Failure => ({
  action: 'submit',
  title: t`Submission Failed`,
  text: t`Failed to submit your app. Please try again.`,
  words: 'ours',
});

interface Props {
  user: CurrentUser;
  onDone: (title: string) => void;
}

/** Form that submits an app. Its draft is kept until it is submitted. */
function SubmitForm({ user, onDone }: Props) {
  const [opening] = useState(() =>
    user.isGuest
      ? { values: emptyListing, putAside: undefined }
      : openingValues(readSubmitDraft(user.id), location.search),
  );
  const form = useForm(SubmitRules, opening.values);
  const { ref, values, fill } = form;
  const preview = usePreview(values.url);
  const [found, setFound] = useState<string | null>(null);
  if (preview?.state === 'found' && preview.page.language !== found) {
    setFound(preview.page.language);
    if (values.language === found) fill({ language: preview.page.language });
  }

  useEffect(() => {
    if (!user.isGuest) keepSubmitDraft(user.id, values);
  }, [user, values]);

  const settle = useEffectEvent(() => {
    // For guests the address stays, because they return to it after signing up.
    if (user.isGuest || location.search === '') return;
    // On a reload, the shared values would overwrite what was typed since.
    navigate(location.pathname, { replace: true });
    const { putAside } = opening;
    if (!putAside) return;
    toast({
      title: t`Draft replaced`,
      description: t`The form now contains the app that you shared.`,
      action: { label: t`Restore draft`, onClick: () => fill(putAside) },
    });
  });
  useEffect(() => settle(), []);

  const submit = useCallOnce(submitApp);
  const { pending, start } = useAction({
    form,
    work: async (body: SubmitRules) => {
      // The server reads the same language from the page, and follows the page later.
      await submit({ body: body.language === found ? { ...body, language: null } : body });
      keepSubmitDraft(user.id, emptyListing);
      void queryClient.invalidateQueries({ queryKey: ownAppsKey });
      queryClient.removeQueries({ queryKey: [previewKey] });
      return body.title;
    },
    failure: failure(),
    onError(error) {
      const [text] = error instanceof CallError ? Object.values(error.fields) : [];
      if (!(error instanceof CallError) || text === undefined) return false;
      form.refuse(error.fields);
      notifyError(error, { ...failure(), text });
      return true;
    },
    onDone,
    leaves: true,
  });

  return (
    <form ref={ref} noValidate className="form-screen" onSubmit={form.submit(start)}>
      <fieldset disabled={user.isGuest} className="grid min-w-0 grid-cols-1 gap-6 disabled:opacity-50">
        <UrlField form={form} hint={t`Must be a publicly accessible web application`} />
        <PreviewPanel
          preview={preview}
          isEmpty={{ title: values.title.trim() === '', description: values.description.trim() === '' }}
          onTake={fill}
        />
        <ListingFields form={form} />
        <div className="grid gap-3">
          <Button
            type="submit"
            size="lg"
            className="w-full"
            pending={pending ? t`Submitting...` : undefined}
          >{t`Submit for Review`}</Button>
          <p className="text-center text-sm text-muted">{t`Submissions are reviewed within 24-48 hours. You will be notified by email.`}</p>
          <FirstViewsNote />
        </div>
      </fieldset>
    </form>
  );
}

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
