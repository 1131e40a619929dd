import { useState } from 'react';

/** Returns the token of a mail's link when the screen opened. The skip link overwrites it in the address. */
export function useLinkToken(): string {
  return useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')[0];
}
