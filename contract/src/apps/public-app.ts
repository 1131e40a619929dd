import * as z from 'zod/mini';
import { Colour, Picture } from '../pictures/pictures.ts';
import { Count, Id } from '../wire/primitives.ts';

export const PublicApp = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  language: z.nullable(z.string()),
  category: z.string(),
  tags: z.array(z.string()),
  picture: z.nullable(Picture),
  colour: z.nullable(Colour),
  upvotes: Count,
  by: z.string(),
  handle: z.nullable(z.string()),
  pageUrl: z.string(),
});
export type PublicApp = z.infer<typeof PublicApp>;
