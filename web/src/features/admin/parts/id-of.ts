const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The text if it is an id, else nothing: addresses are typed by people too. */
export function idOf(text: string | null): string {
  return text !== null && UUID.test(text) ? text : '';
}
