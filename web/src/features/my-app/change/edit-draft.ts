import type { OwnApp } from '@zapdeck/contract/apps';
import type { OwnAppEdit } from '@zapdeck/contract/change-own-app';
import type { Listing } from '../../../components/ui/listing-fields.tsx';
import { dropDraft, keepDraft, readDraft } from '../../../lib/draft.ts';

/** A draft belongs to one person, so that nobody else on this device meets it. */
const keyOf = (appId: string, userId: string) => `zapdeck.edit-draft.${appId}.${userId}`;

/** The app as the form begins with it: values that wait for review stand in place of the public ones. */
export function valuesOf(app: OwnApp): Listing {
  return {
    title: app.waitingTitle ?? app.title,
    description: app.waitingDescription ?? app.description,
    category: app.category,
    tags: app.tags,
    url: app.waitingUrl ?? app.url,
  };
}

/** What of the app was changed in the form, in any order of the tags; undefined where nothing was. */
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

/** What of the form follows when the app was changed meanwhile: what nobody has touched. */
export function followed(before: Listing, now: Listing, typed: Listing): Partial<Listing> {
  const touched = changesOf(before, typed) ?? {};
  return Object.fromEntries(Object.entries(now).filter(([name]) => !(name in touched)));
}

/** What somebody typed for the app and did not save; undefined where that is nothing. */
export function readEditDraft(appId: string, userId: string): Partial<Listing> | undefined {
  const draft = readDraft(localStorage, keyOf(appId, userId));
  if (!draft) return undefined;
  const texts = (['url', 'title', 'description', 'category'] as const).flatMap((name) =>
    typeof draft[name] === 'string' ? [[name, draft[name]] as const] : [],
  );
  const { tags } = draft;
  const isTags = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  return { ...Object.fromEntries(texts), ...(isTags ? { tags } : {}) };
}

/** Keeps what is typed through a reload, a closed tab and an expired session; what was not changed leaves nothing behind. */
export function keepEditDraft(appId: string, userId: string, edit: OwnAppEdit | undefined): void {
  if (edit) keepDraft(localStorage, keyOf(appId, userId), edit);
  else dropDraft(localStorage, keyOf(appId, userId));
}
