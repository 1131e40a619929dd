import * as z from 'zod/mini';
import { AppLanguage, appLanguages } from '../apps/app-languages.ts';
import { LanguageTag } from '../sign-in/auth.ts';
import { route } from './route.ts';

/** Null removes the choice, so that the browser's language is used. */
export const setLanguage = route({
  method: 'PUT',
  path: '/api/user/language',
  summary: 'Choose the language of screens and mails',
  access: 'account',
  keyless: true,
  body: z.object({ language: z.nullable(LanguageTag) }),
  response: 'empty',
});

const ReadLanguages = z.object({
  languages: z.nullable(z.array(AppLanguage).check(z.minLength(1), z.maxLength(appLanguages.length))),
});

/** Apps in other languages come last in all decks except searches. Null removes the choice. */
export const setReadLanguages = route({
  method: 'PUT',
  path: '/api/user/read-languages',
  summary: 'Choose the languages of apps that you read',
  access: 'account',
  keyless: true,
  body: ReadLanguages,
  response: 'empty',
});
