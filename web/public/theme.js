// Applies the stored colour scheme before the first paint, so that nothing flashes.
try {
  const theme = localStorage.getItem('zapdeck.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage, no choice: the device decides.
}
