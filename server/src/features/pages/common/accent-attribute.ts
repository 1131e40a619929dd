import type { PublicInstance } from '@zapdeck/contract/instance/instance';

/** Returns the colours of the instance as `web/public/before-paint.js` reads them; empty for those of the software. */
export function accentAttribute({ accent }: Pick<PublicInstance, 'accent'>): string {
  if (accent === null) return '';
  return [accent.fill, accent.ink, accent.soft].flatMap(({ light, dark }) => [light, dark]).join(' ');
}
