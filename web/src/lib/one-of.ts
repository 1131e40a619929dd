/** Returns the value, or the first choice if it is not one of them. For values that users can type into the address. */
export function oneOf<const T extends string>(choices: readonly [T, ...T[]], value: string): T {
  return choices.find((choice) => choice === value) ?? choices[0];
}
