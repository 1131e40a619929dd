import type { OwnApp } from '@zapdeck/contract/apps/apps';
import type { OwnAppEdit } from '@zapdeck/contract/apps/change-own-app';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';
import { type Listing, listingIn, listingOf } from '../../../lib/listing.ts';

/** The key contains the user's id, so that other users of the device do not see the draft. */
const keyOf = (appId: string, userId: string) => `zapdeck.edit-draft.${appId}.${userId}`;

/** Returns the initial values of the form. Values in review replace the public ones. */
export function valuesOf(app: OwnApp): Listing {
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
