import { plural, t } from '@lingui/core/macro';
import { submitApp } from '@zapdeck/contract/apps/apps';
import { SubmitForm as SubmitRules } from '@zapdeck/contract/apps/listing';
import { EVERYBODY_DAYS, FIRST_VIEWS, type FirstViewsPromise } from '@zapdeck/contract/feed/first-views';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import Eye from 'lucide-react/icons/eye';
import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../components/ui/button.tsx';
import { ListingFields, UrlField } from '../../components/ui/listing-fields.tsx';
import { CallError } from '../../lib/call.ts';
import { useFirstViewsPromise } from '../../lib/first-views-promise.ts';
import { useForm } from '../../lib/form.ts';
import { useCallOnce } from '../../lib/idempotency.ts';
import { emptyListing } from '../../lib/listing.ts';
import { type Failure, notifyError } from '../../lib/notify-error.ts';
import { ownAppsKey } from '../../lib/own-apps.ts';
import { queryClient } from '../../lib/query-client.ts';
import { timeSpan } from '../../lib/numbers.ts';
import { toast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { keepSubmitDraft, openingValues, readSubmitDraft } from './submit-draft.ts';
import { previewKey, usePreview } from './use-preview.ts';

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
export function SubmitForm({ user, onDone }: Props) {
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
