import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Route } from '@zapdeck/contract/wire/route';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import type { Answer } from '../../../lib/call.ts';
import { pageOf } from '../../../lib/paged-list.ts';
import { nameOf } from '../../../lib/person.ts';
import { CsvLink } from '../../../components/list/csv-link.tsx';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { ValueRow } from '../parts/value-row.tsx';
import { inWords, valueInWords } from '../parts/words/in-words.ts';
import './config-sheets.css';

/** Number of versions shown. */
export const HISTORY_SHOWN = 50;

/** A saved version of settings. */
export interface Saved<V> {
  id: string;
  values: V;
  savedBy: { firstName: string | null; email: string | null } | null;
  savedAt: string;
  isActive: boolean;
}

interface Props<V> {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Cache key. */
  path: string;
  read: (signal: AbortSignal) => Promise<Answer<Saved<V>[]>>;
  /** Route that downloads all versions. */
  file?: Route;
  /** Puts the values into the form. Saving them is a separate step. */
  onUse: (values: V) => void;
}

/** Saved versions of a configuration with author and time. Each can be put back into the form. */
export function HistorySheet<V extends object>({ open, onClose, title, path, read, file, onUse }: Props<V>) {
  const query = useQuery({
    queryKey: ['admin', path],
    queryFn: async ({ signal }) => pageOf(await read(signal)),
    enabled: open,
  });
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <QueryView query={query} failure={t`Couldn’t load the history`} skeleton={<ListSkeleton rows={3} />}>
        {({ items, total }) => (
          <>
            {file ? <CsvLink route={file} /> : null}
            <ol className="dash-list">
              {items.map(({ id, values, savedBy, savedAt, isActive }) => (
                <li key={id} className="dash-past">
                  <p className="flex items-center gap-2 text-sm">
                    <span dir="auto" className="font-semibold">
                      {savedBy ? nameOf(savedBy) : t`As installed`}
                    </span>
                    <span className="text-muted">
                      <TimeAgo moment={savedAt} />
                    </span>
                    {isActive ? <Badge tone="up">{t`Current`}</Badge> : null}
                  </p>
                  <dl className="dash-values">
                    {Object.entries(values).map(([name, value]) => {
                      const text = valueInWords(name, value);
                      return (
                        <ValueRow key={name} name={inWords(name)} texts={[text]}>
                          {text}
                        </ValueRow>
                      );
                    })}
                  </dl>
                  {isActive ? null : (
                    <Button
                      variant="secondary"
                      onClick={() => {
                        onUse(values);
                        onClose();
                      }}
                    >{t`Use these values`}</Button>
                  )}
                </li>
              ))}
            </ol>
            {total > items.length ? (
              <p className="mt-4 text-sm text-muted">
                {t`The newest ${{ shown: items.length }} of ${plural(total, { one: '# version', other: '# versions' })}.`}
              </p>
            ) : null}
          </>
        )}
      </QueryView>
    </Sheet>
  );
}
