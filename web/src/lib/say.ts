import { i18n } from '@lingui/core';
import { messageParts } from '@zapdeck/contract/message';

/** Returns a text of the contract in the language of the page. A text without a translation stays English. */
export function say(english: string): string {
  const [text, values] = messageParts(english);
  return text in i18n.messages ? i18n._(text, values) : english;
}
