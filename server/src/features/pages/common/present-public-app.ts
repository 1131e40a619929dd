import type { PublicApp as Wire } from '@zapdeck/contract/apps/public-app';
import type { Speech } from '../../../languages/say.ts';
import { pagePath } from '../../listings/present/page-address.ts';
import type { PublicApp } from './find-app.ts';
import { makerName } from './maker-of.ts';

/** Returns a public app as in API responses. */
export const presentPublicApp = (app: PublicApp, publicUrl: string, speech: Speech): Wire => ({
  ...app,
  by: makerName(app, speech),
  pageUrl: publicUrl + pagePath(app),
});
