/** Draws a standard normal number by the method of Box and Muller. */
export const drawNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

export const drawNormals = (random: () => number, length: number): Float64Array =>
  Float64Array.from({ length }, () => drawNormal(random));
