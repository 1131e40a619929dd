import { t } from '@lingui/core/macro';
import type { PrerenderedScreen } from '@zapdeck/contract/instance/screens';
import { instance } from '../lib/instance.ts';

export interface PageTexts {
  needsScripts: string;
  newApps: string;
  picture: string;
  descriptions: Record<PrerenderedScreen, string>;
}

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
