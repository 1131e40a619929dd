import * as z from 'zod/mini';
import type { App } from '../apps/apps.ts';
import { categories } from '../apps/categories.ts';
import { requiredLine } from '../wire/lines.ts';
import { TAG_LENGTH_MAX } from '../apps/listing.ts';
import { message } from '../wire/message.ts';
import { Moment, Sender } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const HIDDEN_MAX = 100;

export const hiddenKinds = ['category', 'tag', 'maker'] as const;

export const HiddenKind = z.enum(hiddenKinds);
export type HiddenKind = z.infer<typeof HiddenKind>;

export interface Hidden {
  kind: HiddenKind;
  value: string;
}

export const isSameHidden = (one: Hidden, other: Hidden): boolean =>
  one.kind === other.kind && one.value === other.value;

export function hides({ kind, value }: Hidden, app: Pick<App, 'category' | 'tags' | 'submitter'>): boolean {
  switch (kind) {
    case 'category':
      return app.category === value;
    case 'tag':
      return app.tags.includes(value);
    case 'maker':
      return app.submitter?.id === value || app.submitter?.handle === value;
  }
}

export const ListedHidden = z.object({
  kind: HiddenKind,
  /** Category, tag, handle, or the id of a maker without a page. */
  value: z.string(),
  /** Public name of the maker, or null. Equals `value` for categories and tags. */
  name: z.nullable(z.string()),
  createdAt: Moment,
});
export type ListedHidden = z.infer<typeof ListedHidden>;

const isCategory = (value: string) => categories.some((category) => category === value);

const HiddenBody = z
  .object({
    kind: HiddenKind,
    value: requiredLine(TAG_LENGTH_MAX, message('This cannot be empty')),
    userId: Sender,
  })
  .check(
    z.refine(({ kind, value }) => kind !== 'category' || isCategory(value), {
      message: message('Please choose a category'),
      path: ['value'],
    }),
  );

export const listHidden = route({
  method: 'GET',
  path: '/api/user/hidden',
  summary: 'List the categories, tags and makers that you hide',
  access: 'session',
  response: z.array(ListedHidden),
});

/**
 * Hidden apps are in no deck, but still in search, in lists and at their addresses. `value` is a category, a tag, or a
 * maker: the handle, or the id as in `submitter.id`. A maker stays hidden when the handle changes.
 */
export const hide = route({
  method: 'PUT',
  path: '/api/user/hidden',
  summary: 'Hide a category, a tag or a maker',
  access: 'session',
  keyless: true,
  body: HiddenBody,
  response: 'empty',
  errors: ['user_not_found', 'hidden_full', 'session_changed'],
});

/** Does nothing if the viewer does not hide it. */
export const showAgain = route({
  method: 'DELETE',
  path: '/api/user/hidden',
  summary: 'Show a hidden category, tag or maker again',
  access: 'session',
  keyless: true,
  body: HiddenBody,
  response: 'empty',
  errors: ['session_changed'],
});
