export type MessageValues = Readonly<Record<string, string | number | Filled>>;

type Parts = readonly [text: string, values?: MessageValues];

/** A text with values for its placeholders. It is translated when shown. */
export interface Filled {
  readonly text: string;
  readonly values: MessageValues;
}

export type Marked = string | Filled;

/**
 * Marks a text for translation, together with values that are known at run time.
 * @__NO_SIDE_EFFECTS__
 */
export const filled = (text: string, values: MessageValues = {}): Filled => ({ text, values });

/** Returns a marked text as a value of another text. */
export const asValue = (marked: Marked): Filled =>
  typeof marked === 'string' ? { text: marked, values: {} } : marked;

function fillIn(text: string, values: MessageValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    return typeof value === 'object' ? fillIn(value.text, value.values) : String(value);
  });
}

const partsOfFilledIn = new Map<string, Parts>();

/**
 * Marks a text for translation and returns it in English, with its `{placeholders}` filled in. Only for constants, because the
 * parts of a text with values are kept for `messageParts`.
 * @__NO_SIDE_EFFECTS__
 */
export function message(text: string, values?: MessageValues): string {
  if (!values) return text;
  const filledIn = fillIn(text, values);
  partsOfFilledIn.set(filledIn, [text, values]);
  return filledIn;
}

/**
 * Marks the texts of a constant for translation and returns it.
 * @__NO_SIDE_EFFECTS__
 */
export const messages = <const Texts>(texts: Texts): Texts => texts;

/** Returns the text and the values that `filled` or `message` was called with. */
export const messageParts = (said: Marked): Parts =>
  typeof said === 'string' ? (partsOfFilledIn.get(said) ?? [said]) : [said.text, said.values];

/** Returns a text of the contract in English. */
export const inEnglish = (said: Marked): string =>
  typeof said === 'string' ? said : fillIn(said.text, said.values);
