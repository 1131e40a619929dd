import { useEffect } from 'react';

const NAME = 'Zapdeck';

let screen = '';
let detail: string | undefined;

function show(): void {
  const title = detail ?? screen;
  document.title = title === '' ? NAME : `${title} · ${NAME}`;
}

/** Names the screen in the tab; an empty title leaves the product's name alone. */
export function nameScreen(title: string): void {
  screen = title;
  show();
}

/** Names what the screen shows right now, in place of the screen, for as long as the component lives. */
export function useShownTitle(title: string | undefined): void {
  useEffect(() => {
    detail = title;
    show();
    return () => {
      detail = undefined;
      show();
    };
  }, [title]);
}
