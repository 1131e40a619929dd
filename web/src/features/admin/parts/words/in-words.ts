const known: Readonly<Record<string, string>> = {
  normal: 'Normal',
  semi_simple: 'Semi-simple',
  simple: 'Simple',
};

/** A moment as the server writes it. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A name or a value of the data as people read it: `viewWeight` is View weight, true is on. */
export function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 6 });
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join(', ') || 'nothing';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (known[value] !== undefined) return known[value];
  if (MOMENT.test(value)) return exact.format(Date.parse(value));
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(value)) return value;
  const words = value.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
