// Sets the version of all packages, also in the lockfile: npx node scripts/set-version.ts 0.2.0
// `npm version` leaves the workspaces of the lockfile behind, or resolves all dependencies again.
import { readFileSync, writeFileSync } from 'node:fs';

interface Package {
  version: string;
}

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  throw new Error('Name a version, such as 0.2.0 or 0.2.0-rc.1.');

function edit<T>(path: string, change: (json: T) => void): T {
  const json = JSON.parse(readFileSync(path, 'utf8')) as T;
  change(json);
  writeFileSync(path, `${JSON.stringify(json, null, 2)}\n`);
  return json;
}

const setVersion = (of: Package) => {
  of.version = version;
};
const { workspaces } = edit<Package & { workspaces: string[] }>('package.json', setVersion);
for (const folder of workspaces) edit<Package>(`${folder}/package.json`, setVersion);
edit<Package & { packages: Record<string, Package> }>('package-lock.json', (lock) => {
  setVersion(lock);
  for (const folder of ['', ...workspaces]) {
    const entry = lock.packages[folder];
    if (!entry) throw new Error(`package-lock.json lacks ${folder}.`);
    setVersion(entry);
  }
});
