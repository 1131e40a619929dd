import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

const BLOCKS = {
  zapdeck_disk_size_bytes: ['blocks', 'Size of the disk of DATA_DIR.'],
  zapdeck_disk_free_bytes: ['bavail', 'Free space on the disk of DATA_DIR.'],
} as const;

/** Reports nothing while the folder does not exist. */
export function measureDisk(folder: string, registers: Registry[]): void {
  for (const [name, [blocks, help]] of Object.entries(BLOCKS)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers,
      async collect() {
        const disk = await statfs(folder).catch(() => undefined);
        if (disk) gauge.set(disk[blocks] * disk.bsize);
        else gauge.remove();
      },
    });
  }
}
