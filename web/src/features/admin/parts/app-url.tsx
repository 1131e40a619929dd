/** Address of an app. Where space is short, only the path is cut, because moderators judge an app by its host. */
export function AppUrl({ url }: { url: string }) {
  const { host, pathname, search, hash } = new URL(url);
  const path = pathname + search + hash;
  return (
    <p dir="ltr" title={url} className="flex min-w-0 text-sm text-muted rtl:justify-end">
      <span className="max-w-full shrink-0 wrap-anywhere">{host}</span>
      {path === '/' ? null : <span className="min-w-0 truncate">{path}</span>}
    </p>
  );
}
