/** Values of the placeholders of a text. */
type MessageValues = Readonly<Record<string, string | number>>;

type Parts = [text: string, values?: MessageValues];

const partsOfFilledIn = new Map<string, Parts>();

/**
 * Marks a text for translation and returns it in English, with its `{placeholders}` filled in. Only for constants, because the
 * parts of a text with values are kept for `messageParts`.
 * @__NO_SIDE_EFFECTS__
 */
export function message(text: string, values?: MessageValues): string {
  if (!values) return text;
  const filledIn = text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
  partsOfFilledIn.set(filledIn, [text, values]);
  return filledIn;
}

/**
 * Marks the texts of a constant for translation and returns it.
 * @__NO_SIDE_EFFECTS__
 */
export const messages = <const Texts>(texts: Texts): Texts => texts;

/** Returns the text and the values that `message` made this text from. */
export const messageParts = (english: string): Parts => partsOfFilledIn.get(english) ?? [english];
