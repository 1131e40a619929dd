export function HistorySkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton mb-3 h-6 w-24" />
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {[1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="card flex gap-3.5 p-3">
            <div className="skeleton h-26 w-20 shrink-0" />
            <div className="grid grow content-start gap-2.5 pt-1">
              <div className="skeleton h-5 w-3/5" />
              <div className="skeleton h-3.5 w-4/5" />
              <div className="skeleton mt-1.5 h-4 w-2/5" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
