// Applies the stored colour scheme before the first paint, so that nothing flashes; also to the bars of the browser.
try {
  const theme = localStorage.getItem('zapdeck.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) {
      meta.media = meta.dataset.scheme === theme ? 'all' : 'not all';
    }
  }
} catch {
  // No storage, no choice: the device decides.
}
