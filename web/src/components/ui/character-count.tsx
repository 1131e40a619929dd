/** Shows the length of a text and its limit: 12/500. */
export function CharacterCount({ text, max }: { text: string; max: number }) {
  return <span className="tabular text-sm text-muted">{`${text.length}/${max}`}</span>;
}
