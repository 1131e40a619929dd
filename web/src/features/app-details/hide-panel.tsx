import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import { isSameHidden } from '@zapdeck/contract/feed/hidden';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { HiddenRow } from '../../components/ui/hidden-row.tsx';
import { useHidden } from '../../lib/pending/hidden.ts';
import { hiddenName, type NamedHidden } from '../../lib/hidden-name.ts';

interface Choice {
  item: NamedHidden;
  note: string;
}

function choicesOf({ category, tags, submitter }: App): Choice[] {
  const choices: Choice[] = [
    { item: { kind: 'category', value: category, name: category }, note: t`Category` },
    ...tags.map((tag): Choice => ({ item: { kind: 'tag', value: tag, name: tag }, note: t`Tag` })),
  ];
  if (!submitter) return choices;
  const { id, handle, firstName } = submitter;
  return [...choices, { item: { kind: 'maker', value: handle ?? id, name: firstName }, note: t`Maker` }];
}

interface Props {
  app: App;
  onHide: (item: NamedHidden) => void;
  onShowAgain: (item: NamedHidden) => void;
}

/** Offers to hide the category of the app, each of its tags, and its maker. */
export function HidePanel({ app, onHide, onShowAgain }: Props) {
  const panel = useRef<HTMLElement>(null);
  const { data: list = [] } = useHidden();
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="hide-heading"
      className="rise mt-3 border-t border-line pt-5 pb-2 outline-none"
    >
      <h3 id="hide-heading" className="font-semibold">{t`What don’t you want to see?`}</h3>
      <p className="text-sm text-muted">{t`What you hide leaves your decks. Search and links still find it.`}</p>
      <ul className="mt-2">
        {choicesOf(app).map(({ item, note }) => {
          const name = hiddenName(item);
          const isHidden = list.some((other) => isSameHidden(other, item));
          return (
            <HiddenRow key={`${item.kind} ${item.value}`} item={item} note={note}>
              <Button
                variant="secondary"
                className="max-w-full"
                aria-label={isHidden ? t`Show again: ${name}` : t`Hide ${name}`}
                onClick={() => (isHidden ? onShowAgain(item) : onHide(item))}
              >
                {isHidden ? t`Show again` : t`Hide`}
              </Button>
            </HiddenRow>
          );
        })}
      </ul>
    </section>
  );
}
