import { askServer } from './ask-server.ts';

/** The files that this build needs to start without a network, and the script that its pages run; set by the build. */
declare const __SHELL__: { entry: string; files: readonly string[] };

export const { entry, files } = __SHELL__;

const PREFIX = 'zapdeck-shell-';
/** Named by the entry, whose name changes with whatever it loads. */
const NAME = PREFIX + entry;
/** The page in which the scripts show the right screen, whoever is here. */
export const EMPTY_PAGE = '/index.html';
/** What stands for a page that only the server can draw. */
export const UNREACHABLE_PAGE = '/unreachable.html';

/** Puts everything that a start without network needs aside. Rejects when one file cannot be had. */
export async function fillShell(): Promise<void> {
  const cache = await caches.open(NAME);
  const pages = [EMPTY_PAGE, UNREACHABLE_PAGE].map((path) => new Request(path, { cache: 'reload' }));
  await cache.addAll([...pages, ...files]);
}

/**
 * Forgets the files of builds before the last one. The last one's stay: a page of it may still be open, and load a
 * screen that it has not shown yet.
 */
export async function forgetOldShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  // The order is that of their making.
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** The page from the network; without one, the page that stands for it. */
export async function openPage(
  request: Request,
  preloaded: Promise<Response | undefined>,
  standIn: typeof EMPTY_PAGE | typeof UNREACHABLE_PAGE,
): Promise<Response> {
  try {
    return await askServer(request, preloaded);
  } catch (failure) {
    const page = await caches.match(standIn, { cacheName: NAME });
    if (page) return page;
    throw failure;
  }
}

/** A file of the build. One whose name changes with its content is right whichever build put it aside. */
export async function readFile(request: Request): Promise<Response> {
  const isHashed = new URL(request.url).pathname.startsWith('/assets/');
  if (isHashed) return (await caches.match(request)) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (failure) {
    const file = await caches.match(request, { cacheName: NAME });
    if (file) return file;
    throw failure;
  }
}
