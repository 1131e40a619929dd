import { t } from '@lingui/core/macro';
import { NOT_KNOWN } from '@zapdeck/contract/listing';
import { choice } from '../../../components/list/filters.ts';
import { languageChoices } from '../../../lib/language-names.ts';

/** Filter for the language of apps. */
export const languageFilter = () =>
  choice(t`Language`, [['all', t`All languages`], [NOT_KNOWN, t`Not known`], ...languageChoices()]);
