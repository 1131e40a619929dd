import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type ScreenName, screens, screensAt } from '@zapdeck/contract/screens';
import CirclePlus from 'lucide-react/icons/circle-plus';
import Compass from 'lucide-react/icons/compass';
import Heart from 'lucide-react/icons/heart';
import History from 'lucide-react/icons/history';
import Info from 'lucide-react/icons/info';
import Layers from 'lucide-react/icons/layers';
import Shield from 'lucide-react/icons/shield';
import UserRound from 'lucide-react/icons/user-round';

/** A way to a screen, as the menus show it. */
export interface MenuEntry {
  screen: ScreenName;
  href: string;
  label: MessageDescriptor;
  icon: typeof Heart;
}

const entryOf = (
  screen: ScreenName,
  label: MessageDescriptor,
  icon: typeof Heart,
  href = screens[screen].path,
): MenuEntry => ({ screen, href, label, icon });

/** Where the menus lead, in their order. A visitor browses the landing page. */
export const menuEntries: readonly MenuEntry[] = [
  entryOf('feed', msg`Browse`, Layers, '/'),
  entryOf('discover', msg`Discover`, Compass),
  entryOf('about', msg`About`, Info),
  entryOf('submit', msg`Submit`, CirclePlus),
  entryOf('liked', msg`Liked`, Heart),
  entryOf('history', msg`History`, History),
  entryOf('profile', msg`Profile`, UserRound),
  entryOf('admin', msg`Admin`, Shield),
];

/** Screens without an entry of their own, each with the screen whose entry is current there. */
const parents: Partial<Record<ScreenName, ScreenName>> = {
  settings: 'profile',
  'my-app': 'profile',
  'admin-person': 'admin',
  'admin-app': 'admin',
};

/** Returns `aria-current` of the entry: whether it leads to the screen at the path, or to the parent of that screen. */
export function currentAt(path: string, { screen }: MenuEntry): 'page' | 'true' | undefined {
  const [here] = screensAt(path);
  if (here === undefined) return undefined;
  if (here === screen) return 'page';
  return parents[here] === screen ? 'true' : undefined;
}
