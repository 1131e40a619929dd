import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { askServer } from './ask-server.ts';

declare const self: ServiceWorkerGlobalScope;

/** Files that this build needs to start offline, and the script of its pages. Set by the build. */
declare const __SHELL__: {
  entry: string;
  files: readonly string[];
  /** Folder of the pages of each language, and its messages. */
  languages: Readonly<Record<string, { folder: string; messages: readonly string[] }>>;
};

export const { entry } = __SHELL__;
const language = new URL(self.location.href).searchParams.get('lang') ?? DEFAULT_LANGUAGE;
const { folder, messages } = __SHELL__.languages[language] ?? { folder: '/', messages: [] };
export const files = [...__SHELL__.files, ...messages];

const PREFIX = 'zapdeck-shell-';
/** Named after the entry script, whose name changes with every build, and the language. */
const NAME = PREFIX + folder + entry;
/** The empty page, in which the scripts render the screen. */
export const EMPTY_PAGE = `${folder}index.html`;
/** Page shown in place of pages that the server renders. */
export const UNREACHABLE_PAGE = `${folder}unreachable.html`;

/** Stores all files that an offline start needs. Rejects if one cannot be loaded. */
export async function fillShell(): Promise<void> {
  const cache = await caches.open(NAME);
  const pages = [EMPTY_PAGE, UNREACHABLE_PAGE].map((path) => new Request(path, { cache: 'reload' }));
  await cache.addAll([...pages, ...files]);
}

/** Deletes the files of builds older than the previous one. Open pages of the previous build may still load screens. */
export async function forgetOldShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  // In the order of creation.
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** Responds with the page from the network, or offline with the stored page. */
export async function openPage(
  request: Request,
  preloaded: Promise<Response | undefined>,
  standIn: string,
): Promise<Response> {
  try {
    return await askServer(request, preloaded);
  } catch (failure) {
    const page = await caches.match(standIn, { cacheName: NAME });
    if (page) return page;
    throw failure;
  }
}

/** Responds with a file of the build. Names contain a hash, so a file stored by any build is right. */
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
