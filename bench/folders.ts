import { fileURLToPath } from 'node:url';

/** Where what was measured is kept as data. */
export const RESULTS = fileURLToPath(new URL('results/', import.meta.url));
/** Where it is shown. */
export const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
