import type { PublicInstance } from '@zapdeck/contract/instance/instance';

/** Returns the attribute with the instance's colours for `web/public/before-paint.js`. Empty for the default colours. */
export function accentAttribute({ accent }: Pick<PublicInstance, 'accent'>): string {
  if (accent === null) return '';
  return [accent.fill, accent.ink, accent.soft].flatMap(({ light, dark }) => [light, dark]).join(' ');
}
