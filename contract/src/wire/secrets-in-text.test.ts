import { expect, test } from 'vitest';
import { API_TOKEN_PREFIX } from '../accounts/api-tokens.ts';
import { withoutSecrets } from './secrets-in-text.ts';

test('hides API tokens in texts of errors, with digits and letters of any case', () => {
  for (const random of ['aB3-'.repeat(11).slice(1), 'a'.repeat(43), '7_'.repeat(22).slice(1)]) {
    const token = API_TOKEN_PREFIX + random;
    expect(withoutSecrets(`401 for ${token}, sent by curl`)).toBe('401 for …, sent by curl');
  }
});
