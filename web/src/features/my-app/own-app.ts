import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import type { OwnAppEdit } from '@zapdeck/contract/apps/change-own-app';
import { ownApp } from '@zapdeck/contract/apps/own-app';
import { Id } from '@zapdeck/contract/wire/primitives';
import { withCounts } from '../../lib/app-counts.ts';
import { call, CallError } from '../../lib/call.ts';
import { listInWords } from '../../lib/localized.ts';
import { ownAppKey, ownAppsKey } from '../../lib/own-apps.ts';
import { queryClient } from '../../lib/query-client.ts';

const isNotOurs = (error: unknown) => error instanceof CallError && error.code === 'app_not_found';

/** Reads the user's app with this id. The data is null if there is none. */
export function useOwnApp(id: string | null) {
  return useQuery({
    queryKey: ownAppKey(id ?? ''),
    queryFn: async () => {
      if (!Id.safeParse(id).success || id === null) return null;
      try {
        return withCounts(await call(ownApp, { params: { id } }));
      } catch (error) {
        if (isNotOurs(error)) return null;
        throw error;
      }
    },
  });
}

/** Stores an app from a response in the cache, and invalidates other data about it. */
export function keepOwnApp(app: OwnApp): void {
  queryClient.setQueryData(ownAppKey(app.id), withCounts(app));
  refreshOwnApp(app.id);
}

/** Invalidates all data about an app. */
export function refreshOwnApp(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ownAppKey(id) });
  void queryClient.invalidateQueries({ queryKey: ownAppsKey });
}

/** Fields of an approved app whose changes may need a review. */
export const reviewedFields = {
  title: { name: msg`title`, waiting: 'waitingTitle' },
  description: { name: msg`description`, waiting: 'waitingDescription' },
  url: { name: msg`URL`, waiting: 'waitingUrl' },
} as const;
export type ReviewedField = keyof typeof reviewedFields;

export function waitingValue(app: OwnApp, field: ReviewedField): string | null {
  return app[reviewedFields[field].waiting];
}

export function waitingFields(app: OwnApp): ReviewedField[] {
  return (Object.keys(reviewedFields) as ReviewedField[]).filter(
    (field) => waitingValue(app, field) !== null,
  );
}

/** Returns the sentence that says that these values are in review. */
export function inReview(fields: readonly ReviewedField[]): string {
  const names = listInWords(fields.map((field) => i18n._(reviewedFields[field].name)));
  return t`In review: ${names}. People see the approved version until the review ends.`;
}

/** Returns true if changes may need a review: the app is approved, or was and is held. */
export function needsReview({ status, heldAt }: Pick<OwnApp, 'status' | 'heldAt'>): boolean {
  return status === 'approved' || heldAt !== null;
}

/** Returns the message after an edit: the values in review, and whether the rest is public. */
export function savedInWords(app: OwnApp, edit: OwnAppEdit): string {
  const edited = Object.keys(edit).filter((field) => field !== 'updatedAt');
  const waiting = waitingFields(app).filter((field) => edited.includes(field));
  const isPublic = app.status === 'approved';
  if (waiting.length === edited.length) return inReview(waiting);
  if (waiting.length > 0)
    return `${inReview(waiting)} ${isPublic ? t`Your other changes are public now.` : t`Your other changes are saved.`}`;
  return isPublic ? t`People see it now. Moderators see what you changed.` : t`Changes saved.`;
}
