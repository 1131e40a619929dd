import { startWorld } from './world.ts';

/** Starts one server for the whole run. Workers read its address from their environment. */
export default async function startForRun(): Promise<() => Promise<void>> {
  if (!process.env['CHROMIUM']) throw new Error('CHROMIUM is not set: run these with npm test -- e2e.');
  const world = await startWorld();
  process.env['ZAPDECK_URL'] = world.url;
  process.env['ZAPDECK_MAIL_FOLDER'] = world.mailFolder;
  process.env['ZAPDECK_FOREIGN_URL'] = world.foreignUrl;
  return () => world.end();
}
