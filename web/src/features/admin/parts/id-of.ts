const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the text if it is an id, else an empty string. For ids in addresses, which users can edit. */
export function idOf(text: string | null): string {
  return text !== null && UUID.test(text) ? text : '';
}
