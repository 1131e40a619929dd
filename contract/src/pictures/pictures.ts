import * as z from 'zod/mini';

/** Name of a picture. Its files are `/pictures/NAME-WIDTH.webp`. */
export const Picture = z.string().check(z.regex(/^[0-9a-f]{32}$/));
export const Colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/));
