import { html, type Markup } from '../../../http/html.ts';
import type { PublicApp } from './find-app.ts';

/** Attribute `lang` of an element with a text of the app. Empty if the language is not known. */
export const textLanguage = ({ language }: Pick<PublicApp, 'language'>): Markup | null =>
  language === null ? null : html` lang="${language}"`;
