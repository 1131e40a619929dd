import type { HiddenKind } from '@zapdeck/contract/feed/hidden';

/** Returns an SQL condition: the viewer hides a category, a tag or a maker. `viewer` is SQL for an id. */
export const hidesAnything = (viewer: string): string =>
  `EXISTS (SELECT FROM hidden WHERE user_id = ${viewer})`;

/** SQL array, so that PostgreSQL reads it once per statement instead of once per app. */
const hiddenValuesOf = (viewer: string, kind: HiddenKind, column = 'value'): string =>
  `ARRAY(SELECT ${column} FROM hidden WHERE user_id = ${viewer} AND kind = '${kind}')`;

/** Returns an SQL condition on `apps`: the viewer hides neither its category nor its tags nor its maker. */
export const isNotHidden = (viewer: string): string =>
  `apps.category <> ALL (${hiddenValuesOf(viewer, 'category')}) AND NOT apps.tags && ${hiddenValuesOf(viewer, 'tag')}
    AND (apps.submitted_by = ANY (${hiddenValuesOf(viewer, 'maker', 'maker_id')})) IS NOT TRUE`;
