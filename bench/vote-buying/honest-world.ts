import { addInstance, type Instance, type Size } from './instance.ts';
import { runHonestDays } from './honest-days.ts';
import type { Lab } from './lab.ts';
import { markStart, stageVisits } from './replay.ts';

export const HONEST = 'honest_world';

/** Makes the database that all strategies copy: the instance before the first day, with all honest visits to replay. */
export async function makeHonestWorld(
  lab: Lab,
  size: Size,
  say: (text: string) => void = () => undefined,
): Promise<Instance> {
  const database = await lab.create(HONEST);
  try {
    const instance = await addInstance(database.pool, size);
    await markStart(database);
    await runHonestDays(database, instance, (day) => say(`honest day ${day + 1} of ${size.days}`));
    await stageVisits(database);
    return instance;
  } finally {
    await database.pool.end();
  }
}
