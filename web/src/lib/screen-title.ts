const NAME = 'Zapdeck';

let screen = '';
let detail: string | undefined;

/** What the tab shows of a screen with this title; an empty one leaves the product's name alone. */
export function tabTitle(title: string): string {
  return title === '' ? NAME : `${title} · ${NAME}`;
}

function show(): void {
  document.title = tabTitle(detail ?? screen);
}

/** Names the screen in the tab. */
export function nameScreen(title: string): void {
  screen = title;
  show();
}

/** Names what the screen shows right now, in place of the screen; undefined gives the screen its own name back. */
export function nameShown(title: string | undefined): void {
  detail = title;
  show();
}
