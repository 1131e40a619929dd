import * as z from 'zod/mini';

/** The name of a picture that the server has: `/pictures/NAME-WIDTH.webp`, 160, 480 or 960 wide. */
export const Picture = z.string().check(z.regex(/^[0-9a-f]{32}$/));
export const Colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/));
