import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps';
import type { OwnAppEdit } from '@zapdeck/contract/change-own-app';
import { localized } from '../../../lib/localized.ts';

/** The fields of an approved app whose changes may wait for review. */
export const reviewedFields = {
  title: { name: msg`title`, waiting: 'waitingTitle' },
  description: { name: msg`description`, waiting: 'waitingDescription' },
  url: { name: msg`URL`, waiting: 'waitingUrl' },
} as const;
export type ReviewedField = keyof typeof reviewedFields;

/** The new value that waits for review; null where none does. */
export function waitingValue(app: OwnApp, field: ReviewedField): string | null {
  return app[reviewedFields[field].waiting];
}

/** Returns the fields with a new value that waits for review. */
export function waitingFields(app: OwnApp): ReviewedField[] {
  return (Object.keys(reviewedFields) as ReviewedField[]).filter(
    (field) => waitingValue(app, field) !== null,
  );
}

const list = localized((locales) => new Intl.ListFormat(locales));

/** Says that these new values are in review. */
export function inReview(fields: readonly ReviewedField[]): string {
  const names = list().format(fields.map((field) => i18n._(reviewedFields[field].name)));
  return fields.length === 1
    ? t`Your new ${names} is in review. People see the current one until then.`
    : t`Your new ${names} are in review. People see the current ones until then.`;
}

/** Changes may wait for review: the app is approved, or was and is held back. */
export function needsReview({ status, heldAt }: Pick<OwnApp, 'status' | 'heldAt'>): boolean {
  return status === 'approved' || heldAt !== null;
}

/** Says what became of an edit that was saved: what waits, and whether the rest is public. */
export function savedInWords(app: OwnApp, edit: OwnAppEdit): string {
  const edited = Object.keys(edit).filter((field) => field !== 'updatedAt');
  const waiting = waitingFields(app).filter((field) => edited.includes(field));
  const isPublic = app.status === 'approved';
  if (waiting.length === edited.length) return inReview(waiting);
  if (waiting.length > 0)
    return `${inReview(waiting)} ${isPublic ? t`Your other changes are public now.` : t`Your other changes are saved.`}`;
  return isPublic ? t`People see it now. Moderators see what you changed.` : t`Changes saved.`;
}
