const ALPHABET = 26;

const letterOf = (index: number): string =>
  (index < ALPHABET ? '' : letterOf(Math.floor(index / ALPHABET) - 1)) +
  String.fromCharCode(65 + (index % ALPHABET));

/** Returns a function that gives each distinct network a letter in the order of its calls: A to Z, AA, AB… */
export function networkLetters() {
  const letters = new Map<string, string>();
  function letterFor(network: string): string;
  function letterFor(network: string | null): string | null;
  function letterFor(network: string | null): string | null {
    if (network === null) return null;
    const letter = letters.get(network) ?? letterOf(letters.size);
    letters.set(network, letter);
    return letter;
  }
  return letterFor;
}
