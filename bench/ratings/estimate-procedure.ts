/** Fixed before the first run. Other seeds served to develop the estimate. */
export const ESTIMATE_SEEDS: readonly number[] = Array.from({ length: 20 }, (_, index) => 201 + index);

/** Days under the present settings before visits are recorded, and days whose visits are recorded. */
export const [DAYS_BEFORE, DAYS_RECORDED] = [14, 7];

/** The true ratio must be inside the interval for this many of the seeds. */
export const INSIDE_WANTED = 17;
/** Largest median width of the interval. */
export const WIDTH_WANTED = 0.15;
