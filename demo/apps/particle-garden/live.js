const isFramed = self !== top;
let isPointedAt = false;

/**
 * Sets the class `live` on the page while users can interact: always in a tab, and in a frame while it has focus or
 * a pointer over it. Before, the parent page may catch all touches, so the app must not ask for one.
 */
export function watchLive() {
  const show = () =>
    document.documentElement.classList.toggle('live', !isFramed || isPointedAt || document.hasFocus());
  addEventListener('pointermove', () => {
    isPointedAt = true;
    show();
  });
  addEventListener('pointerout', ({ relatedTarget }) => {
    if (relatedTarget !== null) return;
    isPointedAt = false;
    show();
  });
  addEventListener('focus', show);
  addEventListener('blur', show);
  show();
}
