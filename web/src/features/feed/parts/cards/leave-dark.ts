/** After this time the page was not left: the link was a download, or the navigation was cancelled. */
const STAYED_MS = 10_000;

/** Darkens the frame when the page is left. Browsers remove the app first, and a white frame would flash. */
export function leaveDark({ classList }: HTMLIFrameElement): () => void {
  const leave = () => {
    classList.replace('bg-white', 'bg-night');
    setTimeout(() => classList.replace('bg-night', 'bg-white'), STAYED_MS);
  };
  addEventListener('beforeunload', leave);
  return () => removeEventListener('beforeunload', leave);
}
