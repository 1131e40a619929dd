import * as z from 'zod/mini';
import { message } from '../wire/message.ts';

/** Languages of apps, by BCP 47 tag. Chinese has its script, because few people read both. */
export const appLanguages: readonly string[] = (
  'af ak am an ar as az ba be bg bm bn bo br bs ca ce ckb co cs cv cy ' +
  'da de dv dz ee el en eo es et eu fa ff fi fil fo fr fy ga gd gl gn ' +
  'gu gv ha he hi hr ht hu hy ia id ig is it ja jv ka ki kk kl km kn ' +
  'ko ks ku kw ky la lb lg ln lo lt lu lv mg mi mk ml mn mr ms mt my ' +
  'nd ne nl no ny oc om or os pa pl ps pt qu rm rn ro ru rw sa sc sd ' +
  'se sg si sk sl sm sn so sq sr st su sv sw ta te tg th ti tk tn to ' +
  'tr tt ug uk ur uz vi wo xh yi yo yue za zh-Hans zh-Hant zu'
).split(' ');

export const AppLanguage = z.enum(appLanguages, message('Please choose a language'));

/** Both written forms of Norwegian count as `no`, because readers of one can read the other. */
const FORMS_OF_NORWEGIAN = ['nb', 'nn'];

/** Returns the language of `appLanguages` for a tag: `de` for `de-AT`, `zh-Hant` for `zh_TW`. Null if there is none. */
export function appLanguageOf(tag: string): string | null {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag.trim().replaceAll('_', '-'));
  } catch {
    return null;
  }
  const { language } = locale;
  const script = language === 'zh' ? `-${locale.maximize().script}` : '';
  const found = FORMS_OF_NORWEGIAN.includes(language) ? 'no' : language + script;
  return appLanguages.includes(found) ? found : null;
}
