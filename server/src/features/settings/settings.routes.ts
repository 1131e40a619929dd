import { advertisementConfig } from '@zapdeck/contract/settings';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { readAdvertisementConfig } from './settings.ts';

/** What the feed needs to know of the settings. */
export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, deps, advertisementConfig, ({ db }) => readAdvertisementConfig(db));
}
