/** Draws a standard normal number by the method of Box and Muller. */
export const drawNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export const drawNormals = (random: () => number, length: number): Float64Array =>
  Float64Array.from({ length }, () => drawNormal(random));

/** Shuffles in place, by the method of Fisher and Yates. */
export function shuffle<T>(list: T[], random: () => number): T[] {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other] as T, list[last] as T];
  }
  return list;
}
