/** An app that has loaded has painted by then, also where much else is going on. */
const PAINTED_MS = 1_000;
/** Whoever is still here after so long has not left the page: something was downloaded, or the way on given up. */
const STAYED_MS = 10_000;

/**
 * Puts the white that browsers draw pages on behind the app, only while that covers it: a frame is empty until its app has
 * painted, and again when the page is left, as browsers take the app away first; either would be a flash. Returns how
 * to stop.
 */
export function groundFrame(frame: HTMLIFrameElement): () => void {
  const { classList } = frame;
  const whiteAfter = (ms: number) => setTimeout(() => classList.replace('bg-night', 'bg-white'), ms);
  const arrive = () => whiteAfter(PAINTED_MS);
  const leave = () => {
    classList.replace('bg-white', 'bg-night');
    whiteAfter(STAYED_MS);
  };
  frame.addEventListener('load', arrive);
  addEventListener('beforeunload', leave);
  return () => {
    frame.removeEventListener('load', arrive);
    removeEventListener('beforeunload', leave);
  };
}
