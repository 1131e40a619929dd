/** Returns the value if it is one of the choices, else the first choice. For values that users can type into the address. */
export function oneOf<const T extends string>(choices: readonly [T, ...T[]], value: string): T {
  return choices.find((choice) => choice === value) ?? choices[0];
}
