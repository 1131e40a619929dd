import { useState } from 'react';
import { Button } from '../src/components/ui/button.tsx';
import { EmptyState } from '../src/components/ui/empty-state.tsx';
import { Layer } from '../src/components/ui/layer.tsx';
import { LoadMore } from '../src/components/ui/load-more.tsx';
import { OfflineHint } from '../src/components/ui/offline-hint.tsx';
import { QueryView } from '../src/components/ui/query-view.tsx';
import { Sheet } from '../src/components/ui/sheet.tsx';
import { Specimen } from './specimen.tsx';

const refetch = async () => undefined;
const reads = {
  loading: { data: undefined, error: null, fetchStatus: 'fetching', refetch },
  failed: { data: undefined, error: new Error('503'), fetchStatus: 'idle', refetch },
  offline: { data: undefined, error: null, fetchStatus: 'paused', refetch },
} as const;

/** Loading and empty states, dialogs and toasts. */
export function StateSpecimens() {
  const [open, setOpen] = useState<'sheet' | 'layer'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {Object.entries(reads).map(([state, query]) => (
        <Specimen key={state} name={`query-view: ${state}`}>
          <div className="w-full">
            <QueryView
              query={query}
              failure="Couldn’t load your liked apps"
              skeleton={<div className="skeleton h-24" />}
            >
              {() => null}
            </QueryView>
          </div>
        </Specimen>
      ))}
      <Specimen name="empty-state">
        <EmptyState
          title="No Liked Apps Yet"
          text="Swipe right on an app you like and it waits for you here."
        >
          <Button>Start browsing</Button>
        </EmptyState>
      </Specimen>
      <Specimen name="load-more">
        {[
          { isFetchingNextPage: false, isFetchNextPageError: false },
          { isFetchingNextPage: true, isFetchNextPageError: false },
          { isFetchingNextPage: false, isFetchNextPageError: true },
        ].map((state) => (
          <LoadMore
            key={JSON.stringify(state)}
            query={{ hasNextPage: true, fetchNextPage: refetch, ...state }}
          />
        ))}
      </Specimen>
      <Specimen name="sheet, layer, offline-hint (while there is no network)">
        <Button variant="secondary" onClick={() => setOpen('sheet')}>
          Sheet
        </Button>
        <Button variant="secondary" onClick={() => setOpen('layer')}>
          Layer
        </Button>
        <Sheet open={open === 'sheet'} onClose={close} title="Tiny Piano">
          <p className="p-5">Two octaves under your thumbs.</p>
        </Sheet>
        <Layer open={open === 'layer'} onClose={close} label="Layer" className="grid place-items-center">
          <div className="layer-panel card p-8">
            <Button onClick={close}>Close</Button>
          </div>
        </Layer>
        <OfflineHint text="The list is as this device last saw it." />
      </Specimen>
    </>
  );
}
