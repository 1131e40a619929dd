/** Time until assistive technology knows a new live region. */
export const SETTLE_MS = 60;

let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns an element that screen readers can reach. An open modal dialog makes all others inert. */
export function readableHost(): HTMLElement {
  return [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
}

/** Announces the text to screen readers, politely. A second call replaces the first. */
export function announce(text: string): void {
  const host = readableHost();
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.className = 'sr-only';
    region.setAttribute('role', 'status');
  }
  if (region.parentElement !== host) host.append(region);
  region.textContent = '';
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (region) region.textContent = text;
  }, SETTLE_MS);
}
