import { html, type Markup } from '../../../http/html.ts';
import type { PublicApp } from './find-app.ts';

/** Returns the attribute `lang` for a text of the app. Null if the language is unknown. */
export const textLanguage = ({ language }: Pick<PublicApp, 'language'>): Markup | null =>
  language === null ? null : html` lang="${language}"`;
