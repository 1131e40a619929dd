import { t } from '@lingui/core/macro';
import { PlainTable } from '../../../components/ui/plain-table.tsx';
import { Status } from '../../../components/ui/status.tsx';
import type { PreviewRow } from './csv-preview.ts';

interface Props {
  fileName: string;
  rows: readonly PreviewRow[];
}

export function CsvPreview({ fileName, rows }: Props) {
  if (rows.length === 0) return <Status>{t`${fileName} has no rows below its header.`}</Status>;
  const label = t`The first rows of ${fileName}`;
  return (
    <PlainTable label={label} caption={label} columns={[t`Title`, t`Description`, t`URL`, t`Category`]}>
      <tbody>
        {rows.map((row, index) => (
          // Rows can be equal, so their position identifies them.
          <tr key={index}>
            <td dir="auto">{row.title}</td>
            <td dir="auto">{row.description}</td>
            <td dir="ltr">{row.url}</td>
            <td>{row.category}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
