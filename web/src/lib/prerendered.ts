/** True when this page came with its screen drawn by the build; never while the build draws it. */
export const isPrerendered = typeof document !== 'undefined' && document.querySelector('#root > *') !== null;
