declare module '*.po?area=common' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}
