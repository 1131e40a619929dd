import type { CannedReason } from '@zapdeck/contract/moderation/moderation';
import type { Saved } from '@zapdeck/contract/instance/settings';
import type * as z from 'zod/mini';
import type { CsvColumns } from '../../http/send-csv.ts';

export const cannedReasonColumns: CsvColumns<CannedReason> = {
  id: ({ id }) => id,
  label: ({ label }) => label,
  text: ({ text }) => text,
  labels: ({ labels }) => JSON.stringify(labels),
  texts: ({ texts }) => JSON.stringify(texts),
};

type Values = Readonly<Record<string, unknown>>;

/** Returns texts per language and lists as JSON. */
function cellFor(value: unknown): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

export function savedColumns<Fields extends string>({
  shape,
}: {
  shape: Readonly<Record<Fields, unknown>>;
}): CsvColumns<z.infer<typeof Saved> & { values: Values }> {
  const cellOf =
    (name: string) =>
    ({ values }: { values: Values }) =>
      cellFor(values[name]);
  return {
    id: ({ id }) => id,
    savedAt: ({ savedAt }) => savedAt,
    savedByName: ({ savedBy }) => savedBy && savedBy.firstName,
    savedByEmail: ({ savedBy }) => savedBy && savedBy.email,
    isActive: ({ isActive }) => isActive,
    ...Object.fromEntries(Object.keys(shape).map((name) => [name, cellOf(name)])),
  };
}
