import type { ReactElement } from 'react';

/** Content beside other content: elements without bare text. A page translator replaces bare text nodes. */
export type Elements = ReactElement | readonly Elements[] | boolean | null | undefined;
