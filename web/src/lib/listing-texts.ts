import { t } from '@lingui/core/macro';
import type { ListingFieldName } from '@zapdeck/contract/listing';

interface FieldTexts {
  label: string;
  /** For the middle of a sentence. */
  name: string;
  /** First option of a choice. */
  choose?: string;
}

/** Returns the texts about the fields of a listing. */
export const listingTexts = (): Record<ListingFieldName, FieldTexts> => ({
  title: { label: t`Title`, name: t`title` },
  description: { label: t`Description`, name: t`description` },
  url: { label: t`Address`, name: t`address` },
  category: { label: t`Category`, name: t`category`, choose: t`Choose a category` },
  tags: { label: t`Tags`, name: t`tags` },
  thumbnailUrl: { label: t`Address of its picture`, name: t`picture` },
});
