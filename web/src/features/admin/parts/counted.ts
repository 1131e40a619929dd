const number = new Intl.NumberFormat('en');

/** A number as people read it: 12,345. */
export function grouped(value: number): string {
  return number.format(value);
}

/** A number with its noun: 1 app, 2,000 apps. */
export function counted(value: number, noun: string): string {
  return `${grouped(value)} ${noun}${value === 1 ? '' : 's'}`;
}
