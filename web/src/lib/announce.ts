/** Time in which a new live region becomes known to assistive technology. */
export const SETTLE_MS = 60;

let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The element that assistive technology still reads: everything outside an open modal dialog is inert. */
export function readableHost(): HTMLElement {
  return [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
}

/** Says the text to people who listen, politely; a second call at once replaces the first. */
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
