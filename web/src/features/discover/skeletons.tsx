const tiles = [1, 2, 3, 4, 5, 6];
const rows = [1, 2, 3, 4, 5];
const cells = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Placeholder of the decks and the categories. */
export function DecksSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-10">
      <div className="discover-decks">
        <div className="discover-tiles">
          {tiles.map((tile) => (
            <div key={tile} className="card overflow-hidden">
              <div className="skeleton h-32 rounded-none! sm:h-40" />
              <div className="grid gap-2.5 p-3.5">
                <div className="skeleton h-5 w-1/2" />
                <div className="skeleton h-3.5 w-full" />
                <div className="skeleton h-3.5 w-2/5" />
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className="discover-categories">
        {cells.map((cell) => (
          <div key={cell} className="card flex items-center gap-3 p-3">
            <div className="skeleton size-11 shrink-0" />
            <div className="skeleton h-4 w-3/5" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Placeholder of search results. */
export function RowsSkeleton() {
  return (
    <div aria-hidden="true" className="mt-13 grid max-w-3xl gap-1">
      {rows.map((row) => (
        <div key={row} className="flex items-center gap-3.5 py-2.5">
          <div className="skeleton size-17 shrink-0" />
          <div className="grid grow gap-2.5">
            <div className="skeleton h-5 w-2/5" />
            <div className="skeleton h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
