import type { CannedReason } from '@zapdeck/contract/moderation';
import type { Saved } from '@zapdeck/contract/settings';
import type * as z from 'zod/mini';
import type { CsvColumns } from '../../http/send-csv.ts';

export const cannedReasonColumns: CsvColumns<CannedReason> = {
  id: ({ id }) => id,
  label: ({ label }) => label,
  text: ({ text }) => text,
};

type Values = Readonly<Record<string, string | number | boolean>>;

export function savedColumns<Fields extends string>({
  shape,
}: {
  shape: Readonly<Record<Fields, unknown>>;
}): CsvColumns<z.infer<typeof Saved> & { values: Values }> {
  const cellOf =
    (name: string) =>
    ({ values }: { values: Values }) =>
      values[name] ?? null;
  return {
    id: ({ id }) => id,
    savedAt: ({ savedAt }) => savedAt,
    savedByName: ({ savedBy }) => savedBy && savedBy.firstName,
    savedByEmail: ({ savedBy }) => savedBy && savedBy.email,
    isActive: ({ isActive }) => isActive,
    ...Object.fromEntries(Object.keys(shape).map((name) => [name, cellOf(name)])),
  };
}
