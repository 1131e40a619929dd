import { basename, join } from 'node:path';
import { transformAsync } from '@babel/core';
import macros from '@lingui/babel-plugin-lingui-macro';
import { createCompiledCatalog, createMissingErrorMessage, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { areas, areasOf } from '../src/messages/areas.ts';
import { isOfContract, isOfWeb } from './marked-texts.ts';

const config = getConfig({ cwd: join(import.meta.dirname, '..') });

/** Lengthens texts by 40 %, because translations are often longer than English texts. */
const PSEUDO = { locale: 'pseudo', options: { extend: 0.4, extendCharacter: '~ ' } };

/** Returns code that loads the messages of each area later. */
const areaLoaders = (file: string) =>
  `export const areas = {${areas
    .map(
      (area) =>
        `${JSON.stringify(area)}: () => import(${JSON.stringify(`./${basename(file)}?area=${area}`)})`,
    )
    .join()}};`;

/**
 * Compiles the messages of one area: `import { messages } from './en.po?area=feed'`. Translators work on one file per
 * language. Each screen loads only the messages of its own code. The file of the source language lists the source files
 * of each message. The pseudo-language is generated from it. Texts of the contract are their own ids, so English has
 * none. Texts of the server are in no area. `./en.po?language` has the messages of the area `common`, and loads the
 * others.
 */
function messageAreas(): Plugin {
  return {
    name: 'message-areas',
    transform: {
      filter: { id: /\.po\?(?:area=|language$)/ },
      async handler(_, id) {
        const [file = '', query = ''] = id.split('?');
        const area = query === 'language' ? 'common' : query.replace('area=', '');
        const locale = basename(file, '.po');
        const [catalog] = await getCatalogs(config);
        if (!catalog) throw new Error('No catalogue is configured');
        const source = (await catalog.read(config.sourceLocale)) ?? {};
        this.addWatchFile(catalog.getFilename(config.sourceLocale));
        const isPseudo = locale === PSEUDO.locale;
        const { messages, missing } = await catalog.getTranslations(isPseudo ? config.sourceLocale : locale, {
          sourceLocale: config.sourceLocale,
          fallbackLocales: {},
          missingBehavior: 'resolved',
        });
        if (missing.length > 0) throw new Error(createMissingErrorMessage(locale, missing, 'resolved'));
        const entries = Object.entries(messages).flatMap(([key, translation]) => {
          const { message, origin = [] } = source[key] ?? {};
          const isOfArea = origin.some(
            ([path]) => isOfWeb(path) && areasOf(path).some((one) => one === area),
          );
          const isSaid =
            area === 'common' &&
            locale !== config.sourceLocale &&
            origin.some(([path]) => isOfContract(path));
          return [
            ...(isOfArea ? [[key, translation]] : []),
            ...(isSaid && message !== undefined ? [[message, translation]] : []),
          ];
        });
        const { source: code, errors } = createCompiledCatalog(locale, Object.fromEntries(entries), {
          namespace: 'es',
          ...(isPseudo && { pseudoLocale: locale, pseudoLocaleOptions: PSEUDO.options }),
        });
        if (errors[0]) throw new Error(`${file}: ${errors[0].source}`, { cause: errors[0].error });
        const loaders = query === 'language' ? areaLoaders(file) : '';
        return { code: code + loaders, map: null, moduleType: 'js' };
      },
    },
  };
}

/** Replaces the macros in the code by messages with ids. Production code has no texts, because the catalogues contain them. */
function messageMacros(): Plugin {
  let isProduction = false;
  return {
    name: 'message-macros',
    enforce: 'pre',
    configResolved: (vite) => {
      ({ isProduction } = vite);
    },
    transform: {
      filter: { id: /\.tsx?$/, code: /from '@lingui\/\w+\/macro'/ },
      async handler(code, id) {
        const result = await transformAsync(code, {
          filename: id,
          configFile: false,
          babelrc: false,
          sourceMaps: true,
          parserOpts: { plugins: id.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
          plugins: [[macros, { linguiConfig: config, descriptorFields: isProduction ? 'id-only' : 'all' }]],
        });
        return result?.code == null ? null : { code: result.code, map: result.map ?? null };
      },
    },
  };
}

/** Plugins that compile the messages in the code, and the catalogues. */
export const messages = [messageMacros(), messageAreas()];
