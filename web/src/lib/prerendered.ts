/** True if the build has rendered the screen of this page. False during the build. */
export const isPrerendered = typeof document !== 'undefined' && document.querySelector('#root > *') !== null;
