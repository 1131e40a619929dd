const RASTER_MS = 10_000;
const VECTOR_MS = 1_500;

const RASTERS = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a'];

/** Returns true for PNG, JPEG, GIF, WebP and AVIF, by their first bytes. */
export function isRaster(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (RASTERS.some((signature) => start.startsWith(signature))) return true;
  return (start.startsWith('RIFF') && start.endsWith('WEBP')) || /^.{4}ftypavi[fs]$/s.test(start);
}

/** Returns the CPU time of one drawing in milliseconds. The slowest allowed raster needs a third of it. */
export function processorLimitMs(bytes: Uint8Array): number {
  return isRaster(bytes) ? RASTER_MS : VECTOR_MS;
}
