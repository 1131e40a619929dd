import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { editForm, editOwnApp, type OwnAppEdit } from '@zapdeck/contract/apps/change-own-app';
import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { ListingFields, UrlField } from '../../components/ui/listing-fields.tsx';
import { SheetForm } from '../../components/ui/sheet-form.tsx';
import { call, CallError } from '../../lib/call.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { useForm } from '../../lib/form.ts';
import { type Listing, listingIn, listingOf } from '../../lib/listing.ts';
import { toast } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { keepOwnApp, needsReview, refreshOwnApp, savedInWords } from './own-app.ts';

/** The key contains the user's id, so that other users of the device do not see the draft. */
const keyOf = (appId: string, userId: string) => `zapdeck.edit-draft.${appId}.${userId}`;

/** Returns the initial values of the form. Values in review replace the public ones. */
function valuesOf(app: OwnApp): Listing {
  return {
    ...listingOf(app),
    title: app.waitingTitle ?? app.title,
    description: app.waitingDescription ?? app.description,
    url: app.waitingUrl ?? app.url,
  };
}

/** Returns the changed fields, or undefined. The order of tags does not count. */
export function changesOf(before: Listing, after: Listing): OwnAppEdit | undefined {
  const edit = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => {
      const known = before[name as keyof Listing];
      return (
        JSON.stringify(Array.isArray(value) ? value.toSorted() : value) !==
        JSON.stringify(Array.isArray(known) ? known.toSorted() : known)
      );
    }),
  );
  return Object.keys(edit).length > 0 ? edit : undefined;
}

/** Returns the new values of fields that the user has not changed, after a change elsewhere. */
export function followed(before: Listing, now: Listing, typed: Listing): Partial<Listing> {
  const touched = changesOf(before, typed) ?? {};
  return Object.fromEntries(Object.entries(now).filter(([name]) => !(name in touched)));
}

/** Returns the unsaved values of the app's form, or undefined. */
export function readEditDraft(appId: string, userId: string): Partial<Listing> | undefined {
  const draft = readDraft(localStorage, keyOf(appId, userId));
  return draft && listingIn(draft);
}

/** Stores unsaved values, even over reloads, closed tabs and expired sessions. Deletes an unchanged draft. */
export function keepEditDraft(appId: string, userId: string, edit: OwnAppEdit | undefined): void {
  if (edit) keepDraft(localStorage, keyOf(appId, userId), edit);
  else dropDraft(localStorage, keyOf(appId, userId));
}

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
