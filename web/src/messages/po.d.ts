declare module '*.po?language' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
  export const areas: Readonly<
    Record<typeof import('./areas.ts').areas[number], () => Promise<{ messages: Messages }>>
  >;
}
