import { t } from '@lingui/core/macro';
import type { PrerenderedScreen } from '@zapdeck/contract/instance/screens';
import { instance } from '../lib/instance.ts';

/** Texts in the pages of the build, beside their screens. */
export interface PageTexts {
  needsScripts: string;
  /** Name of the feeds with new apps. */
  newApps: string;
  /** Describes the picture of link previews. */
  picture: string;
  /** Descriptions for search engines and link previews. */
  descriptions: Record<PrerenderedScreen, string>;
}

/** Returns the texts in the current language. */
export function pageTexts(): PageTexts {
  const { name } = instance;
  const landing = t`Swipe through curated web applications, vote on your favorites, and discover the next big thing.`;
  return {
    needsScripts: t`This page needs JavaScript.`,
    newApps: t`New on ${name}`,
    picture: t`Discover live web apps, one swipe at a time.`,
    descriptions: {
      landing: `%DESCRIPTION{${landing}}%`,
      about: t`What ${name} is and how it works. Live web apps, one swipe at a time.`,
      login: t`Log in to ${name}, create an account, or look around as a guest.`,
    },
  };
}
