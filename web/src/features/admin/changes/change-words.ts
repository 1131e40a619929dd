import { t } from '@lingui/core/macro';
import type { AppChange, ChangedApp } from '@zapdeck/contract/apps/app-changes';
import { languageName } from '../../../lib/language-choices.ts';
import { listingLabels } from '../../../lib/listing.ts';
import type { Question } from '../parts/reasons/reason-sheet.tsx';

const names = (): Record<AppChange['field'], string> => ({
  ...listingLabels(),
  url: t`URL`,
  picture: t`Picture, uploaded`,
  pagePicture: t`Picture of the page`,
  version: t`New version`,
  host: t`Redirects to`,
  pageTitle: t`Title of the page`,
  frameStatus: t`Embedding`,
  parked: t({ message: 'Looks parked', comment: 'Its domain is unused or for sale' }),
});

function framingInWords(value: string | null): string {
  switch (value) {
    case 'ok':
      return t`Can be embedded`;
    case 'refused':
      return t`Blocks embedding`;
    default:
      return t`Unknown`;
  }
}

export function changeName(field: AppChange['field']): string {
  return names()[field];
}

/** Returns a value in words: "None" for null and for an empty value. */
export function changeValue(field: AppChange['field'], value: string | null): string {
  if (field === 'frameStatus') return framingInWords(value);
  if (value === null || value === '') return t`None`;
  return field === 'language' ? languageName(value) : value;
}

export function isPicture(field: AppChange['field']): boolean {
  return field === 'picture' || field === 'pagePicture';
}

export interface Refusing {
  changed: ChangedApp;
  /** `put-back` restores the approved listing; `reject` takes the app out of the deck. */
  way: 'put-back' | 'reject';
}

/** Returns the texts of the dialog that asks for a reason. */
export function questionOf({ changed, way }: Refusing): Question {
  const { title } = changed.app;
  return way === 'put-back'
    ? {
        title: t`Refuse the changes to ${title}`,
        text: t`The approved version becomes public again, and changes in review are dropped. The page itself stays as it is now.`,
        confirm: t`Refuse changes`,
      }
    : {
        title: t`Reject ${title}`,
        text: t`The app leaves the deck right away. Its maker can edit and resubmit it.`,
        confirm: t`Reject app`,
      };
}
