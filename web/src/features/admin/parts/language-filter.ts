import { t } from '@lingui/core/macro';
import { languagesInUse } from '@zapdeck/contract/apps/apps';
import { NOT_KNOWN } from '@zapdeck/contract/apps/listing';
import { useQuery } from '@tanstack/react-query';
import { choice } from '../../../components/list/filters.ts';
import { call } from '../../../lib/call.ts';
import { languageChoices } from '../../../lib/language-choices.ts';

/** Returns the filter for the language of apps. It offers the languages in use; all until they are known. */
export function useLanguageFilter() {
  const { data: inUse } = useQuery({
    queryKey: ['admin', languagesInUse.path],
    queryFn: ({ signal }) => call(languagesInUse, {}, { signal }),
  });
  return choice(t`Language`, [
    ['all', t`All languages`],
    [NOT_KNOWN, t`Not known`],
    ...languageChoices().filter(([tag]) => inUse?.includes(tag) ?? true),
  ]);
}
