import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';

let root: Root | undefined;

afterEach(() => {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
});

/** Renders the node into the page in place of the previous one. It is removed after the test. */
export function render(node: ReactNode): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root?.render(node));
}
