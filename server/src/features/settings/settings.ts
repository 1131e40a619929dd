import type { AdvertisementConfig, AlgorithmParams, SavedWeights } from '@zapdeck/contract/instance/settings';
import { eq, type SQL } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { advertisementConfigs, algorithmParams, formulaWeights } from '../../db/schema/settings.table.ts';

export const weightColumns = {
  upvoteWeight: formulaWeights.upvoteWeight,
  downvoteWeight: formulaWeights.downvoteWeight,
  viewWeight: formulaWeights.viewWeight,
  timeWeight: formulaWeights.timeWeight,
};

export const algorithmColumns = {
  algorithmType: algorithmParams.algorithmType,
  appsPerPage: algorithmParams.appsPerPage,
  maxDiversityPool: algorithmParams.maxDiversityPool,
  categoryDiversityEnabled: algorithmParams.categoryDiversityEnabled,
  recycledContentThreshold: algorithmParams.recycledContentThreshold,
  freshContentPriority: algorithmParams.freshContentPriority,
};

export const advertisementColumns = {
  enabled: advertisementConfigs.enabled,
  zapsBetweenAds: advertisementConfigs.zapsBetweenAds,
};

export async function readAlgorithmParams(db: Db): Promise<AlgorithmParams> {
  return one(
    await db.select(algorithmColumns).from(algorithmParams).where(eq(algorithmParams.isActive, true)),
  );
}

export async function readAdvertisementConfig(db: Db): Promise<AdvertisementConfig> {
  return one(
    await db
      .select(advertisementColumns)
      .from(advertisementConfigs)
      .where(eq(advertisementConfigs.isActive, true)),
  );
}

export async function readWeights(db: Db): Promise<SavedWeights> {
  const weightsWhere = async (isSelected: SQL) =>
    one(await db.select(weightColumns).from(formulaWeights).where(isSelected));
  const saved = await weightsWhere(eq(formulaWeights.isActive, true));
  return { ...saved, inForce: await weightsWhere(eq(formulaWeights.isInForce, true)) };
}
