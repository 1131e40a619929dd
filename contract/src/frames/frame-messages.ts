/** Framed apps send it to leave "Try it": `parent.postMessage('zapdeck:back', '*')`. */
export const BACK_TO_SWIPING = 'zapdeck:back';
