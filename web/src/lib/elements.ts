import type { ReactElement } from 'react';

/** Elements without bare text, because page translators replace bare text nodes. */
export type Elements = ReactElement | readonly Elements[] | boolean | null | undefined;
