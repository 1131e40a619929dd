/** Address of an app. Where space is short, the host is cut before the path, because many apps can share a host. */
export function AppUrl({ url }: { url: string }) {
  const { host, pathname, search, hash } = new URL(url);
  const path = pathname + search + hash;
  return (
    <p dir="ltr" title={url} className="flex min-w-0 text-sm text-muted rtl:justify-end">
      <span className="min-w-8 shrink truncate">{host}</span>
      {path === '/' ? null : <span className="max-w-[75%] shrink-0 truncate">{path}</span>}
    </p>
  );
}
