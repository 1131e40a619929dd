import { startWorld } from './world.ts';

/** One server for the whole run; the workers learn where it is from their environment. */
export default async function startForRun(): Promise<() => Promise<void>> {
  const world = await startWorld();
  process.env['ZAPDECK_URL'] = world.url;
  process.env['ZAPDECK_FOREIGN_URL'] = world.foreignUrl;
  return () => world.end();
}
