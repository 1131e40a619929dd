import { i18n } from '@lingui/core';
import { inEnglish, type Marked, messageParts } from '@zapdeck/contract/wire/message';

/** Returns a text of the contract in the page's language. A text without a translation stays English. */
export function say(said: Marked): string {
  const [text, values] = messageParts(said);
  return text in i18n.messages ? i18n._(text, values) : inEnglish(said);
}
