import { t } from '@lingui/core/macro';
import { submitApp } from '@zapdeck/contract/apps/apps';
import { SubmitForm as SubmitRules } from '@zapdeck/contract/apps/listing';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Button } from '../../components/ui/button.tsx';
import { ListingFields } from '../../components/ui/listing-fields.tsx';
import { toast } from '../../lib/toasts.ts';
import { UrlField } from '../../components/ui/url-field.tsx';
import { CallError } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { emptyListing } from '../../lib/listing.ts';
import { type Failure, notifyError } from '../../lib/notify-error.ts';
import { ownAppsKey } from '../../lib/own-apps.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useAction } from '../../lib/use-action.ts';
import { useCallOnce } from '../../lib/idempotency.ts';
import { FirstViewsNote } from './first-views-note.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { keepSubmitDraft, openingValues, readSubmitDraft } from './submit-draft.ts';
import { previewKey, usePreview } from './use-preview.ts';

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
