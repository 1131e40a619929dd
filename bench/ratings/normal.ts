import { drawNormal } from '@zapdeck/server/features/rankings/estimate/draw-normal';

export const drawNormals = (random: () => number, length: number): Float64Array =>
  Float64Array.from({ length }, () => drawNormal(random));
