import { inject } from 'vitest';
import { copyOfFolder, type TemporaryFolder } from './temporary-folder.ts';

/**
 * A data folder with a new, empty cluster: a copy of the one that the run has made, which costs a tenth of making one.
 * For all tests but those of the first start.
 */
export function clusterFolder(): Promise<TemporaryFolder> {
  return copyOfFolder(inject('emptyCluster'));
}
