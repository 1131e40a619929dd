import { expect, type Page } from '@playwright/test';

export interface LiveRegions {
  /** Waits until the text was inserted into a region that existed before. */
  expectSaid: (text: string | RegExp) => Promise<void>;
  /** Fails if a region was inserted or shown together with its text. */
  expectNoneMissed: () => Promise<void>;
}

/** Records what screen readers announce on pages that open from now on, and what they miss. */
export async function listenToLiveRegions(page: Page): Promise<LiveRegions> {
  const said: string[] = [];
  const missed: string[] = [];
  await page.exposeFunction('recordAnnouncement', (kind: 'said' | 'missed', text: string) => {
    (kind === 'said' ? said : missed).push(text);
  });
  await page.addInitScript(() => {
    const record = (kind: 'said' | 'missed', text: string) =>
      (window as unknown as { recordAnnouncement: (...args: string[]) => void }).recordAnnouncement(
        kind,
        text,
      );
    const REGION = '[role=status], [aria-live]:not([aria-live=off])';
    const known = new WeakSet<Element>();
    const lastText = new WeakMap<Element, string>();
    const readable = (element: Element): string => {
      const copy = element.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
      return (copy.textContent ?? '').trim();
    };
    const isExposed = (region: Element) =>
      region.closest('[aria-hidden=true], [inert]') === null && region.checkVisibility();
    const look = () => {
      for (const region of document.querySelectorAll(REGION)) {
        const isRendered = isExposed(region);
        const text = readable(region);
        if (text !== '' && text !== lastText.get(region)) {
          if (known.has(region)) record('said', text);
          else if (isRendered) record('missed', text);
        }
        lastText.set(region, text);
        if (isRendered) known.add(region);
        else known.delete(region);
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['aria-hidden', 'class', 'hidden'],
    });
  });
  return {
    expectSaid: (text) =>
      expect
        .poll(() => said.filter((one) => (typeof text === 'string' ? one === text : text.test(one))))
        .not.toEqual([]),
    expectNoneMissed: async () => expect(missed).toEqual([]),
  };
}
