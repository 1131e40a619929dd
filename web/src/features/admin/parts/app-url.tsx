/** Address of an app. Where space is short, the path is cut first, because moderators judge an app by its host. */
export function AppUrl({ url }: { url: string }) {
  const { host, pathname, search, hash } = new URL(url);
  const path = pathname + search + hash;
  return (
    <p dir="ltr" title={url} className="flex min-w-0 text-sm text-muted rtl:justify-end">
      <span className="max-w-full shrink-0 truncate">{host}</span>
      {path === '/' ? null : <span className="min-w-0 truncate">{path}</span>}
    </p>
  );
}
