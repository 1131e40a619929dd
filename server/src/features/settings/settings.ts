import type { AdvertisementConfig, AlgorithmParams } from '@zapdeck/contract/settings';
import { eq } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { advertisementConfigs, algorithmParams } from './settings.table.ts';

/** The feed's parameters in force. */
export async function readAlgorithmParams(db: Db): Promise<AlgorithmParams> {
  const columns = {
    algorithmType: algorithmParams.algorithmType,
    appsPerPage: algorithmParams.appsPerPage,
    maxDiversityPool: algorithmParams.maxDiversityPool,
    categoryDiversityEnabled: algorithmParams.categoryDiversityEnabled,
    recycledContentThreshold: algorithmParams.recycledContentThreshold,
    freshContentPriority: algorithmParams.freshContentPriority,
  };
  return one(await db.select(columns).from(algorithmParams).where(eq(algorithmParams.isActive, true)));
}

/** Whether and how often ads interrupt the feed, as in force. */
export async function readAdvertisementConfig(db: Db): Promise<AdvertisementConfig> {
  const columns = {
    enabled: advertisementConfigs.enabled,
    zapsBetweenAds: advertisementConfigs.zapsBetweenAds,
  };
  return one(
    await db.select(columns).from(advertisementConfigs).where(eq(advertisementConfigs.isActive, true)),
  );
}
