const isFramed = self !== top;

/**
 * Keeps the class `live` on the page while somebody can reach it: always in a tab of its own, in a frame while that has the
 * focus. Until then the page around it may catch every touch, and nothing should ask for one.
 */
export function watchLive() {
  const show = () => document.documentElement.classList.toggle('live', !isFramed || document.hasFocus());
  addEventListener('focus', show);
  addEventListener('blur', show);
  show();
}
