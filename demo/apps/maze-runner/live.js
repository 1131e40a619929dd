const isFramed = self !== top;
let isPointedAt = false;

/**
 * Sets the class `live` on the page while users can interact: always in a tab, and in a frame while it has focus or
 * a pointer over it. Before, the parent page may catch all touches, so the app must not ask for one. `welcome` runs
 * the first time.
 */
export function watchLive(welcome) {
  let isNew = true;
  const show = () => {
    const isLive = !isFramed || isPointedAt || document.hasFocus();
    document.documentElement.classList.toggle('live', isLive);
    if (!isLive || !isNew) return;
    isNew = false;
    welcome();
  };
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
