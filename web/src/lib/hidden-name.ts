import type { Hidden, ListedHidden } from '@zapdeck/contract/feed/hidden';
import { t } from '@lingui/core/macro';
import { say } from './say.ts';

/** `name` is null for a maker without one. */
export type NamedHidden = Hidden & Pick<ListedHidden, 'name'>;

/** Returns the name in the language of the page. Tags and makers are not translated. */
export function hiddenName({ kind, value, name }: NamedHidden): string {
  return kind === 'category' ? say(value) : (name ?? t`Anonymous`);
}
