import { expect, type Page } from '@playwright/test';

/** A letter of a right-to-left script. At the end of a word, it marks text of users without changing the layout. */
export const MARK = 'א';

/**
 * Finds text that cannot be read: screens that scroll sideways, text that is cut off without an ellipsis, and marked
 * text without a direction of its own. Runs in the page.
 */
function findClipped(mark: string): string[] {
  const found = new Set<string>();
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth)
    found.add(`the page scrolls sideways: ${page.scrollWidth} px of ${page.clientWidth}`);

  /** Returns the fault of this line within the element, or undefined. */
  const faultAt = (element: Element, line: DOMRect): string | undefined => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp, flexWrap } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    // A row that wraps leaves out whole items, such as counts.
    if (flexWrap === 'wrap' && line.top >= box.bottom - 1) return undefined;
    // Text for screen readers only has no size.
    if (box.width <= 1) return undefined;
    const isTooWide = overflowX !== 'visible' && (line.right > box.right + 1 || line.left < box.left - 1);
    const isTooLow = /hidden|clip/.test(overflowY) && line.bottom - line.height / 2 > box.bottom;
    // A tab list, or an area that can be focused and scrolled with the keys.
    const mayScroll = element.matches('[role=tablist], [tabindex="0"]');
    if (isTooWide && /auto|scroll/.test(overflowX)) return mayScroll ? undefined : 'scrolls sideways';
    if (isTooWide && textOverflow !== 'ellipsis' && webkitLineClamp === 'none')
      return 'is cut off at the side';
    if (isTooLow && webkitLineClamp === 'none') return 'is cut off below';
    return undefined;
  };

  const faultOf = (text: Node, line: DOMRect): string | undefined => {
    for (let element = text.parentElement; element; element = element.parentElement) {
      const fault = faultAt(element, line);
      if (fault !== undefined) return fault;
      const { overflowX, position } = getComputedStyle(element);
      // Outer elements do not see clipped text, and scrolled text can be reached.
      if (overflowX !== 'visible') return undefined;
      if (position === 'fixed') break;
    }
    return line.right > page.clientWidth + 1 || line.left < -1 ? 'reaches over the edge' : undefined;
  };

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    const isSeen = parent?.checkVisibility({ checkVisibilityCSS: true, opacityProperty: true }) ?? false;
    if (!text.textContent?.trim() || !isSeen || parent?.closest('.sr-only, select, textarea, [inert]'))
      continue;
    if (text.textContent.includes(mark) && !parent?.closest('[dir=auto], bdi'))
      found.add(
        `«${text.textContent.slice(0, 40)}» in ${parent?.outerHTML.slice(0, 90)} has no direction of its own`,
      );
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      const fault = line.width > 0 ? faultOf(text, line) : undefined;
      if (fault !== undefined)
        found.add(`«${text.textContent.slice(0, 40)}» in ${parent?.outerHTML.slice(0, 90)} ${fault}`);
    }
  }
  return [...found];
}

/** From the narrowest supported phone to a desktop. */
const WIDTHS = [320, 360, 768, 1440];

/** Expects that nothing scrolls sideways, all text is whole or has an ellipsis, and text of users has its own direction. */
export async function expectReadableNow(page: Page, where: string): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect.soft(await page.evaluate(findClipped, MARK), where).toEqual([]);
}

/** Expects that the page is readable at every width. */
export async function expectReadable(page: Page, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectReadableNow(page, `${where} at ${width} px`);
  }
}
