/** The maker's text about a new version. */
export function VersionNote({ note }: { note: string }) {
  return (
    <p dir="auto" className="border-s-2 border-brand ps-3 text-sm whitespace-pre-line wrap-anywhere">
      {note}
    </p>
  );
}
