/** Whoever is still here after so long has not left the page: something was downloaded, or the way on given up. */
const STAYED_MS = 10_000;

/**
 * Takes the white from behind the app when the page is left: browsers take the app away first, and what it lay on would
 * flash until the next page is there. Returns how to stop.
 */
export function leaveDark({ classList }: HTMLIFrameElement): () => void {
  const leave = () => {
    classList.replace('bg-white', 'bg-night');
    setTimeout(() => classList.replace('bg-night', 'bg-white'), STAYED_MS);
  };
  addEventListener('beforeunload', leave);
  return () => removeEventListener('beforeunload', leave);
}
