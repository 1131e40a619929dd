import { useState } from 'react';

/** What the link in a mail carried, as it was when the screen opened: the skip link writes to the same place. */
export function useLinkToken(): string {
  return useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')[0];
}
