import { choiceFields } from '@zapdeck/contract/apps/listing';
import { languageChoices } from './language-choices.ts';
import { languageName } from './language-names.ts';
import { say } from './say.ts';

/** Returns the values of a field with their texts. */
export function choicesOf(
  name: keyof typeof choiceFields,
): readonly (readonly [value: string, text: string])[] {
  if (name === 'language') return languageChoices();
  return choiceFields[name].choices.values.map((value) => [value, say(value)]);
}

/** Returns a value of a listing in words. Texts that users wrote stay unchanged. */
export const valueOfField = (field: string, value: string): string =>
  field === 'language' ? languageName(value) : say(value);
