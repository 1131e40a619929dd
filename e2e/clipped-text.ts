import { expect, type Page } from '@playwright/test';

/** A letter that is written from right to left: at the end of a word, it marks what people wrote and changes no layout. */
export const MARK = 'א';

/**
 * What of the page's own text cannot be read: screens that scroll sideways, text that is cut off without dots at its end,
 * and text with the mark whose direction is not its own. Runs in the page.
 */
function findClipped(mark: string): string[] {
  const found = new Set<string>();
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth)
    found.add(`the page scrolls sideways: ${page.scrollWidth} px of ${page.clientWidth}`);

  /** What is wrong with how the element shows a line of the text inside it, and whether others may still cut it. */
  const faultAt = (element: Element, line: DOMRect): string | undefined => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    // What only screen readers are told has no size.
    if (box.width <= 1) return undefined;
    const isTooWide = overflowX !== 'visible' && (line.right > box.right + 1 || line.left < box.left - 1);
    const isTooLow = /hidden|clip/.test(overflowY) && line.bottom - line.height / 2 > box.bottom;
    // A row of tabs, and what somebody can reach to scroll with the keys.
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
      // What is cut here is seen no further; what scrolls is somebody's to scroll.
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

/** From the narrowest phone that counts to a desktop. */
const WIDTHS = [320, 360, 768, 1440];

/** Nothing scrolls sideways, and all text is whole or ends in dots; what people wrote has its own direction. */
export async function expectReadableNow(page: Page, where: string): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect.soft(await page.evaluate(findClipped, MARK), where).toEqual([]);
}

/** The page is readable at every width. */
export async function expectReadable(page: Page, where: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectReadableNow(page, `${where} at ${width} px`);
  }
}
