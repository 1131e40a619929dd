import { t } from '@lingui/core/macro';
import type { HiddenKind, ListedHidden } from '@zapdeck/contract/feed/hidden';
import { useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { HiddenRow } from '../../components/ui/hidden-row.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { hiddenName } from '../../lib/hidden-name.ts';
import { showAgain } from '../../lib/pending/undoable.ts';
import { useHidden } from '../../lib/pending/hidden.ts';
import { useUser } from '../../lib/session.ts';

function noteOf(kind: HiddenKind): string {
  switch (kind) {
    case 'category':
      return t`Category`;
    case 'tag':
      return t`Tag`;
    case 'maker':
      return t`Maker`;
  }
}

function ListedRow({ item, onShowAgain }: { item: ListedHidden; onShowAgain: () => void }) {
  const name = hiddenName(item);
  return (
    <HiddenRow item={item} note={noteOf(item.kind)}>
      <Button
        variant="secondary"
        className="max-w-full"
        aria-label={t`Show again: ${name}`}
        onClick={onShowAgain}
      >{t`Show again`}</Button>
    </HiddenRow>
  );
}

function Skeleton() {
  return (
    <div aria-hidden="true" className="flex items-center gap-3 py-3">
      <div className="skeleton size-10 shrink-0" />
      <div className="skeleton h-4 w-32" />
    </div>
  );
}

/** Everything that the user hides from their decks, each with a way to show it again. */
export function HiddenSection() {
  const { id } = useUser();
  const query = useHidden();
  const heading = useRef<HTMLHeadingElement>(null);
  const showItemAgain = ({ kind, value, name }: ListedHidden) => {
    // The row with the button disappears.
    heading.current?.focus({ preventScroll: true });
    void showAgain(id, { kind, value, name });
  };
  return (
    <section>
      <h2
        ref={heading}
        tabIndex={-1}
        className="display mb-4 text-heading outline-none"
      >{t`Hidden from your decks`}</h2>
      <div className="card px-5 py-2 md:px-7">
        <QueryView query={query} failure={t`Couldn’t load what you hide`} skeleton={<Skeleton />}>
          {(list) =>
            list.length === 0 ? (
              <p className="py-3 text-muted">
                {t`Nothing is hidden. To hide a category, a tag or a maker, open the details of an app.`}
              </p>
            ) : (
              <ul>
                {list.map((item) => (
                  <ListedRow
                    key={`${item.kind} ${item.value}`}
                    item={item}
                    onShowAgain={() => showItemAgain(item)}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </div>
    </section>
  );
}
