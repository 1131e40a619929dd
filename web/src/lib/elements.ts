import type { ReactElement } from 'react';

/** Content that stands beside other content: elements, but no loose text, which a page translator would replace. */
export type Elements = ReactElement | readonly Elements[] | boolean | null | undefined;
