const number = new Intl.NumberFormat('en');

/** A number as people read it: 12,345. */
export function grouped(value: number): string {
  return number.format(value);
}

/** A number with its noun: 1 app, 2,000 apps; the plural is given where it is no `s` more. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(value)} ${value === 1 ? noun : plural}`;
}
