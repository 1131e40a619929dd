import { SEARCH_QUERY_MAX } from '@zapdeck/contract/feed/search';
import { expect, test } from 'vitest';
import { queryOf } from './discover-screen.tsx';

test.each([
  ['tea timer', 'tea timer'],
  ['  tea \t timer ', 'tea timer'],
  ['   ', ''],
  [`${'a'.repeat(SEARCH_QUERY_MAX - 1)} b`, 'a'.repeat(SEARCH_QUERY_MAX - 1)],
  [`${'a'.repeat(SEARCH_QUERY_MAX - 1)}😀`, `${'a'.repeat(SEARCH_QUERY_MAX - 1)}\uFFFD`],
])('turns “%s” into the query “%s”', (text, query) => expect(queryOf(text)).toBe(query));
