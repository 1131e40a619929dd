/** Shares a result with the device's share sheet, else by the clipboard. `say` shows the outcome. */
export async function share(text, say) {
  const url = location.href;
  if (navigator.share) {
    try {
      await navigator.share({ text, url });
      return;
    } catch (error) {
      if (error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(`${text}\n${url}`);
    say('Copied. Paste it to somebody.');
  } catch {
    say('Nothing can be copied here.');
  }
}
