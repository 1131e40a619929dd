/** How much of a limited text is used. */
export function CharacterCount({ text, max }: { text: string; max: number }) {
  return <span className="tabular text-sm text-muted">{`${text.length}/${max}`}</span>;
}
