/* Escape hands the keys back to the deck that frames the app, unless the app has a use for it. */
if (self !== top) {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) parent.postMessage('zapdeck:back', '*');
  });
}
