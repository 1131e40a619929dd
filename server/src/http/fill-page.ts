/** `%NAME%`, or `%NAME{standard text}%`, which may contain placeholders too. */
const PLACEHOLDER = /%([A-Z_]+)(?:\{(.*?)\})?%/gs;

/** An element that is shown if the placeholder of this name has a value. It contains no element of its kind. */
const CONDITIONAL = /<(\w+) data-shown-if="([A-Z_]+)"(?:[^>]*\/>|.*?<\/\1>)/gs;

function withoutHidden(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(CONDITIONAL, (element, _tag, name: string) =>
    values.get(`%${name}%`) === '' ? '' : element,
  );
}

function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (place, name: string, standard: string | undefined) => {
    const value = values.get(`%${name}%`);
    if (standard === undefined) return value ?? place;
    return value === undefined || value === '' ? fill(standard, values) : value;
  });
}

/** Fills in the placeholders of a page, by name. Unknown ones stay. Values are markup and are not searched for placeholders. */
export function fillPage(template: string, values: ReadonlyMap<string, string>): string {
  return fill(withoutHidden(template, values), values);
}
