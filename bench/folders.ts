import { fileURLToPath } from 'node:url';

export const RESULTS = fileURLToPath(new URL('results/', import.meta.url));
export const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
