import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { editForm, editOwnApp, type OwnAppEdit } from '@zapdeck/contract/apps/change-own-app';
import { useEffect, useState } from 'react';
import { SheetForm } from '../../../components/ui/sheet-form.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { ListingFields } from '../../../components/ui/listing-fields.tsx';
import { toast } from '../../../lib/toasts.ts';
import { UrlField } from '../../../components/ui/url-field.tsx';
import { CallError, call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { useAction } from '../../../lib/use-action.ts';
import { changesOf, followed, keepEditDraft, readEditDraft, valuesOf } from './edit-draft.ts';
import { keepOwnApp, refreshOwnApp } from './keep-own-app.ts';
import { needsReview, savedInWords } from './waiting-words.ts';

interface Props {
  app: OwnApp;
  userId: string;
  onClose: () => void;
}

const hints = (): Record<OwnApp['status'], string> => ({
  approved: t`A new URL is reviewed first. People see the current one until then.`,
  pending: t`A new URL is checked right away.`,
  rejected: t`A new URL is checked when you resubmit the app.`,
});

/** Form for a maker's app. The draft is stored until it is saved. */
export function EditForm({ app, userId, onClose }: Props) {
  const known = valuesOf(app);
  const [opening] = useState(() => ({ ...known, ...readEditDraft(app.id, userId) }));
  const form = useForm(editForm(app), opening);
  const { ref, values, fill } = form;
  // A moderator may have corrected the app since. Saving must not undo that in fields that the maker has not changed.
  const [begun, setBegun] = useState({ at: app.updatedAt, known });
  if (app.updatedAt !== begun.at) {
    setBegun({ at: app.updatedAt, known });
    fill(followed(begun.known, known, values));
  }
  const edit = changesOf(known, values);
  const kept = JSON.stringify(edit);
  useEffect(
    () => keepEditDraft(app.id, userId, kept === undefined ? undefined : JSON.parse(kept)),
    [app.id, userId, kept],
  );

  const { pending, start } = useAction({
    form,
    work: async (body: OwnAppEdit) => {
      const saved = await call(editOwnApp, {
        params: { id: app.id },
        body: { ...body, updatedAt: app.updatedAt },
      });
      keepEditDraft(app.id, userId, undefined);
      keepOwnApp(saved);
      return { title: t`Saved`, description: savedInWords(saved, body) };
    },
    success: (message) => message,
    failure: { action: 'edit-own-app', title: t`Couldn’t save your changes` },
    onError: (error) => {
      if (!(error instanceof CallError && error.code === 'already_decided')) return false;
      refreshOwnApp(app.id);
      toast({
        title: t`Not saved yet`,
        description: t`Someone changed this app since you opened it. Check it and save again.`,
        variant: 'destructive',
      });
      return true;
    },
    onDone: onClose,
    leaves: true,
  });
  const save = form.submit((whole) => {
    const body = changesOf(known, { ...whole, tags: whole.tags });
    if (body) start(body);
    else onClose();
  });

  return (
    <SheetForm
      ref={ref}
      onSubmit={save}
      onClose={onClose}
      submit={t`Save`}
      pending={pending ? t`Saving…` : undefined}
      cancel={edit ? t`Later` : undefined}
      other={edit ? <Button variant="secondary" onClick={() => fill(known)}>{t`Start over`}</Button> : null}
    >
      {needsReview(app) && !app.isVerified ? (
        <p className="text-sm text-muted">{t`If you change more than half of the words of the title or description, we review it first. People see the current version until then.`}</p>
      ) : null}
      <ListingFields form={form} />
      <UrlField form={form} hint={hints()[needsReview(app) ? 'approved' : app.status]} />
    </SheetForm>
  );
}
