/** One page of a list, and how long the whole list is. */
export interface ListPage<T> {
  items: T[];
  total: number;
}

/** The pattern that ILIKE matches wherever the text stands, with nothing in it read as a wildcard. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
