const ALPHABET = 26;

const letterOf = (index: number): string =>
  (index < ALPHABET ? '' : letterOf(Math.floor(index / ALPHABET) - 1)) +
  String.fromCharCode(65 + (index % ALPHABET));

/** Returns a function that gives each distinct network a letter in the order of its calls: A to Z, AA, AB… */
export function networkLetters(): (network: string | null) => string | null {
  const letters = new Map<string, string>();
  return (network) => {
    if (network === null) return null;
    const letter = letters.get(network) ?? letterOf(letters.size);
    letters.set(network, letter);
    return letter;
  };
}
