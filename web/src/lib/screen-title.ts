import { instance } from './instance.ts';

let screen = '';
let detail: string | undefined;

/** Returns the tab title of a screen. For an empty title, it is the name of the instance. */
export function tabTitle(title: string): string {
  return title === '' ? instance.name : `${title} · ${instance.name}`;
}

function show(): void {
  document.title = tabTitle(detail ?? screen);
}

/** Sets the title of the current screen. */
export function nameScreen(title: string): void {
  screen = title;
  show();
}

/** Replaces the screen's title by that of its content. Undefined restores it. */
export function nameShown(title: string | undefined): void {
  detail = title;
  show();
}
