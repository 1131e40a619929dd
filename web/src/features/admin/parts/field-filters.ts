import { t } from '@lingui/core/macro';
import { languagesInUse } from '@zapdeck/contract/apps/apps';
import { type AppFilters, NOT_KNOWN } from '@zapdeck/contract/apps/listing';
import { useQuery } from '@tanstack/react-query';
import { choice } from '../../../components/list/filters.ts';
import { call } from '../../../lib/call.ts';
import { languageChoices } from '../../../lib/language-choices.ts';

/** Returns the filters for fields of a listing, for the list of all apps and the queue. */
export function useFieldFilters() {
  const { data: inUse } = useQuery({
    queryKey: ['admin', languagesInUse.path],
    queryFn: ({ signal }) => call(languagesInUse, {}, { signal }),
  });
  return {
    language: choice(t`Language`, [
      ['all', t`All languages`],
      [NOT_KNOWN, t`Not known`],
      ...languageChoices().filter(([tag]) => inUse?.includes(tag) ?? true),
    ]),
  } satisfies Record<keyof AppFilters, unknown>;
}
