/** An email address in a sentence. Lines do not break at its hyphens, only where it is too long for a line. */
export function EmailText({ children }: { children: string }) {
  return children.split(/(-.?)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no state
    <span key={index} className={part.startsWith('-') ? 'whitespace-nowrap' : ''}>
      {part}
    </span>
  ));
}
