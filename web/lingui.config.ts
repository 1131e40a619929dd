import { babelExtractor } from '@lingui/cli/api/extractors/babel';
import { defineConfig } from '@lingui/conf';
import { DEFAULT_LANGUAGE, languages } from '@zapdeck/contract/wire/languages';
import { formatter } from '@lingui/format-po';
import { markedTexts } from './build/marked-texts.ts';

/** Messages of screens, mails, pages and errors: one file per language. `npm run messages -w web` updates them. */
export default defineConfig({
  sourceLocale: DEFAULT_LANGUAGE,
  locales: Object.keys(languages),
  catalogs: [
    {
      path: '<rootDir>/../messages/{locale}',
      include: ['<rootDir>/src', '<rootDir>/../contract/src', '<rootDir>/../server/src'],
      exclude: ['**/*.test.*', '**/*.fixture.*', '**/testing/**'],
    },
  ],
  extractors: [markedTexts, babelExtractor],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  // The language changes only with a reload, so messages need no provider.
  runtimeConfigModule: { Trans: ['#trans', 'Trans'] },
});
