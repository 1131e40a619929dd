const isFramed = self !== top;
let isPointedAt = false;

/**
 * Keeps the class `live` on the page while somebody can reach it: always in a tab of its own, in a frame while that has the
 * focus or a pointer is over it. Until then the page around it may catch every touch, and nothing should ask for one.
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
