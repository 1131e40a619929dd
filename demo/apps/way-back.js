/* Escape leaves "Try it" mode, unless the app handles it. */
if (self !== top) {
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) parent.postMessage('zapdeck:back', '*');
  });
}
