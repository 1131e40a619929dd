import { t } from '@lingui/core/macro';
import type { AppChange, ChangedApp } from '@zapdeck/contract/app-changes';
import type { Question } from '../parts/reasons/reason-sheet.tsx';

const names: Record<AppChange['field'], string> = {
  title: 'Title',
  description: 'Description',
  category: 'Category',
  tags: 'Tags',
  url: 'URL',
  picture: 'Picture, uploaded',
  pagePicture: 'Picture of the page',
  host: 'Leads to',
  pageTitle: 'Title of the page',
  frameStatus: 'Framing',
  parked: 'Looks parked',
};
const framings: Record<string, string> = { ok: 'Can be framed', refused: 'Refuses framing' };

/** What a field is called before moderators. */
export function changeName(field: AppChange['field']): string {
  return names[field];
}

/** A value in words; null is none, or not known any more. */
export function changeValue(field: AppChange['field'], value: string | null): string {
  if (field === 'frameStatus') return framings[value ?? ''] ?? t`Not known`;
  return value === null || value === '' ? 'None' : value;
}

/** The fields that show a picture, by its name. */
export function isPicture(field: AppChange['field']): boolean {
  return field === 'picture' || field === 'pagePicture';
}

export interface Refusing {
  changed: ChangedApp;
  /** Puts the listing back, or takes the app out of the deck. */
  way: 'put-back' | 'reject';
}

/** What a refusal does, and what it asks a reason for. */
export function questionOf({ changed: { app }, way }: Refusing): Question {
  return way === 'put-back'
    ? {
        title: t`Refuse the changes of ${app.title}`,
        text: t`The public version is the approved one again, and changes in review are dropped. A page cannot be put back.`,
        confirm: t`Refuse changes`,
      }
    : {
        title: t`Reject ${app.title}`,
        text: t`The app leaves the deck at once. Its maker can change it and send it in again.`,
        confirm: t`Reject app`,
      };
}
