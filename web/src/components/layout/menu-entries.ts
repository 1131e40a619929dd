import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { canModerate } from '@zapdeck/contract/accounts/roles';
import { type ScreenName, screens, screensAt } from '@zapdeck/contract/instance/screens';
import CirclePlus from 'lucide-react/icons/circle-plus';
import Compass from 'lucide-react/icons/compass';
import Heart from 'lucide-react/icons/heart';
import History from 'lucide-react/icons/history';
import Info from 'lucide-react/icons/info';
import Layers from 'lucide-react/icons/layers';
import Shield from 'lucide-react/icons/shield';
import UserRound from 'lucide-react/icons/user-round';

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

/** Entries of the side menu, in order. For visitors, Browse opens the landing page. */
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

/**
 * Returns true if the user sees the entry of the dashboard. Without a required second factor, it opens the screen that
 * sets one up.
 */
export const leadsToDashboard = (user: CurrentUser): boolean =>
  canModerate(user) || user.missingFactor !== null;

/** Screens without an entry, each with the screen whose entry is current there. */
const parents: Partial<Record<ScreenName, ScreenName>> = {
  settings: 'profile',
  'second-factor': 'profile',
  'my-app': 'profile',
  today: 'discover',
  'admin-person': 'admin',
  'admin-app': 'admin',
};

/** Returns `aria-current` for an entry: `page` on its screen, `true` on a child of that screen. */
export function currentAt(path: string, { screen }: MenuEntry): 'page' | 'true' | undefined {
  const [here] = screensAt(path);
  if (here === undefined) return undefined;
  if (here === screen) return 'page';
  return parents[here] === screen ? 'true' : undefined;
}
