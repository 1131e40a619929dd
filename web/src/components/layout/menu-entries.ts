import { type ScreenName, screens, screensAt } from '@zapdeck/contract/screens';
import CirclePlus from 'lucide-react/icons/circle-plus';
import Heart from 'lucide-react/icons/heart';
import Info from 'lucide-react/icons/info';
import Layers from 'lucide-react/icons/layers';
import Shield from 'lucide-react/icons/shield';
import UserRound from 'lucide-react/icons/user-round';

/** A way to a screen, as the menus show it. */
export interface MenuEntry {
  screen: ScreenName;
  href: string;
  label: string;
  icon: typeof Heart;
}

const entryOf = (screen: ScreenName, label: string, icon: typeof Heart, href = screens[screen].path) => ({
  screen,
  href,
  label,
  icon,
});

/** Where the menus lead, in their order. A visitor browses the landing page. */
export const menuEntries: readonly MenuEntry[] = [
  entryOf('feed', 'Browse', Layers, '/'),
  entryOf('about', 'About', Info),
  entryOf('submit', 'Submit', CirclePlus),
  entryOf('liked', 'Liked', Heart),
  entryOf('profile', 'Profile', UserRound),
  entryOf('admin', 'Admin', Shield),
];

/** What `aria-current` says of the entry: it leads to the screen at the path, or to the one that this belongs to. */
export function currentAt(path: string, { screen, href }: MenuEntry): 'page' | 'true' | undefined {
  if (screensAt(path)[0] === screen) return 'page';
  return path.startsWith(`${href}/`) ? 'true' : undefined;
}
