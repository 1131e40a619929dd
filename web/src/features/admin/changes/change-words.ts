import type { AppChange } from '@zapdeck/contract/app-changes';

const names: Record<AppChange['field'], string> = {
  title: 'Title',
  description: 'Description',
  category: 'Category',
  tags: 'Tags',
  url: 'Address, which waits',
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
  if (field === 'frameStatus') return framings[value ?? ''] ?? 'Not known';
  return value === null || value === '' ? 'None' : value;
}

/** The fields that show a picture, by its name. */
export function isPicture(field: AppChange['field']): boolean {
  return field === 'picture' || field === 'pagePicture';
}
