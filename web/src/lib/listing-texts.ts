import { t } from '@lingui/core/macro';
import type { choiceFields, ListingFieldName } from '@zapdeck/contract/apps/listing';

/** Returns the labels of the fields of a listing. */
export const listingLabels = (): Record<ListingFieldName, string> => ({
  title: t`Title`,
  description: t`Description`,
  url: t`URL`,
  category: t`Category`,
  language: t`Language`,
  tags: t`Tags`,
  thumbnailUrl: t`URL of its picture`,
});

/** Returns the names of fields for the middle of a sentence. */
export const listingNames = (): Record<ListingFieldName, string> => ({
  title: t`title`,
  description: t`description`,
  url: t`URL`,
  category: t`category`,
  language: t`language`,
  tags: t`tags`,
  thumbnailUrl: t`picture`,
});

/** Returns the first options of fields with a list of values. */
export const listingPrompts = (): Record<keyof typeof choiceFields, string> => ({
  category: t`Choose a category`,
  language: t`Not known`,
});
