import type { BrowserContext, ConsoleMessage } from '@playwright/test';

export interface PageErrors {
  /** Watches every page of the context, popups included. */
  watch: (context: BrowserContext) => void;
  /** Declares errors that the story causes, by their text followed by the address that they come from. */
  expect: (...patterns: readonly RegExp[]) => void;
  /** Errors that the story did not declare. */
  unexpected: () => string[];
}

/** Chromium logs each 401. This one tells a page that its visitor is not signed in. */
const SIGNED_OUT = /status of 401 .*\/api\/auth\/user$/;

/** False for messages of framed apps on other hosts: they are not our errors. */
function isOurs(message: ConsoleMessage, hostname: string): boolean {
  const { url } = message.location();
  return !URL.canParse(url) || new URL(url).hostname === hostname;
}

/** Collects uncaught errors and console errors, which include violations of the content security policy. */
export function collectPageErrors(hostname: string): PageErrors {
  const found: string[] = [];
  const expected = [SIGNED_OUT];
  return {
    watch(context) {
      context.on('weberror', (error) => found.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() === 'error' && isOurs(message, hostname))
          found.push(`${message.text()} ${message.location().url}`);
      });
    },
    expect: (...patterns) => void expected.push(...patterns),
    unexpected: () => found.filter((text) => !expected.some((pattern) => pattern.test(text))),
  };
}
