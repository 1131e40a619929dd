import { Fragment, type ReactNode } from 'react';
import { Sheet, type SheetProps } from './sheet.tsx';
import { useLast } from './use-last.ts';

interface Props<T> extends Omit<SheetProps, 'open' | 'title' | 'children'> {
  /** The sheet is open while this is set. */
  record: T | undefined;
  title: (record: T) => string;
  children: (record: T) => ReactNode;
}

/** Sheet about one record. It shows the last record while it closes. Another record mounts new children. */
export function RecordSheet<T extends { id: string }>({ record, title, children, ...sheet }: Props<T>) {
  const shown = useLast(record);
  return (
    <Sheet {...sheet} open={record !== undefined} title={shown ? title(shown) : ''}>
      {shown ? <Fragment key={shown.id}>{children(shown)}</Fragment> : null}
    </Sheet>
  );
}
