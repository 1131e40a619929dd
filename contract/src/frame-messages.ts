/**
 * What a framed app posts to its parent window to hand the touches and keys back to the feed, for example when Escape is
 * pressed: `parent.postMessage('zapdeck:back', '*')`.
 */
export const BACK_TO_SWIPING = 'zapdeck:back';
