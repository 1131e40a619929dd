export function LikedSkeleton({ still = false }: { still?: boolean }) {
  const bone = still ? 'rounded-field bg-raised' : 'skeleton';
  return (
    <div aria-hidden="true" className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="card flex gap-4 p-3.5">
          <div className={`h-28 w-20 shrink-0 sm:w-24 ${bone}`} />
          <div className="grid grow content-start gap-2.5 pt-1">
            <div className={`h-5 w-3/5 ${bone}`} />
            <div className={`h-3.5 w-full ${bone}`} />
            <div className={`h-3.5 w-4/5 ${bone}`} />
            <div className={`mt-2 h-6 w-2/5 ${bone}`} />
          </div>
        </div>
      ))}
    </div>
  );
}
