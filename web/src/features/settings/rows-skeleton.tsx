export function RowsSkeleton() {
  return (
    <div aria-hidden="true">
      {[1, 2].map((row) => (
        <div key={row} className="flex items-center gap-4 border-t border-line py-3 first:border-t-0">
          <div className="skeleton size-11 shrink-0" />
          <div className="grid grow gap-2">
            <div className="skeleton h-4 w-24" />
            <div className="skeleton h-3.5 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
