/** Placeholder of a list that loads. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div aria-hidden="true" className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="card flex gap-4 p-4">
          <div className="skeleton size-11" />
          <div className="grid grow content-start gap-2.5 pt-1">
            <div className="skeleton h-5 w-2/5" />
            <div className="skeleton h-3.5 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
