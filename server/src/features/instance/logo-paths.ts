import type { Instance } from '@zapdeck/contract/instance/instance';

export const LOGO_PATH = '/logo';

/** Files of a logo, as `drawPicture` makes them. */
export const logoFileNames = ['180.png', '192.png', '512.png', 'maskable-512.png'] as const;
export type LogoFileName = (typeof logoFileNames)[number];

export const logoPath = (logo: string, file: LogoFileName): string => `${LOGO_PATH}/${logo}/${file}`;

/** Returns the addresses of the icons of pages. Those of a logo change with it. */
export function iconPaths({ logo }: Pick<Instance, 'logo'>) {
  return logo === null
    ? { icon: '/favicon.svg', touch: '/apple-touch-icon.png' }
    : { icon: logoPath(logo, '192.png'), touch: logoPath(logo, '180.png') };
}
