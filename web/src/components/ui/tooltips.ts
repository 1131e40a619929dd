import './tooltips.css';

const DELAY_MS = 700;
/** Within this time after a tooltip, the next one appears without a delay. */
const SKIP_MS = 300;
const GAP_PX = 8;

function place(tooltip: HTMLElement, target: HTMLElement): void {
  const { left, width, top, bottom } = target.getBoundingClientRect();
  const above = top - GAP_PX - tooltip.offsetHeight;
  const y = above >= GAP_PX ? above : bottom + GAP_PX;
  const most = innerWidth - tooltip.offsetWidth - GAP_PX;
  const x = Math.max(GAP_PX, Math.min(most, left + (width - tooltip.offsetWidth) / 2));
  tooltip.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
}

function isCut(element: Element): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return webkitLineClamp === 'none'
    ? textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth
    : element.scrollHeight > element.clientHeight;
}

/** Returns the nearest element with `data-tooltip` or a truncated text. */
function speaking(target: Element): HTMLElement | null {
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (!(element instanceof HTMLElement)) continue;
    if (element.dataset['tooltip'] !== undefined || isCut(element)) return element;
  }
  return null;
}

/** Shows tooltips on hover. Screen readers ignore them, because they already read the same text. */
export function showTooltips(): void {
  const tooltip = document.createElement('div');
  tooltip.className = 'tooltip';
  tooltip.popover = 'manual';
  tooltip.ariaHidden = 'true';
  document.body.append(tooltip);
  let over: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  const hide = () => {
    clearTimeout(timer);
    if (!tooltip.matches(':popover-open')) return;
    tooltip.hidePopover();
    hiddenAt = performance.now();
  };
  const show = (target: HTMLElement) => {
    if (!target.isConnected) return;
    tooltip.textContent = target.dataset['tooltip'] ?? target.textContent;
    tooltip.showPopover();
    place(tooltip, target);
  };
  const moveTo = (target: EventTarget | null) => {
    const next = target instanceof Element ? speaking(target) : null;
    if (next === over) return;
    over = next;
    hide();
    if (next) timer = setTimeout(show, performance.now() - hiddenAt < SKIP_MS ? 0 : DELAY_MS, next);
  };

  addEventListener('pointerover', ({ target, pointerType }) =>
    moveTo(pointerType === 'mouse' ? target : null),
  );
  // The pointer has moved into a frame or out of the window.
  document.documentElement.addEventListener('pointerleave', () => moveTo(null));
  for (const type of ['pointerdown', 'keydown', 'scroll', 'blur'])
    addEventListener(type, hide, { capture: true, passive: true });
}
