import { Status } from '../../../components/ui/status.tsx';
import type { PreviewRow } from './csv-preview.ts';
import '../../../components/ui/plain-table.css';

interface Props {
  fileName: string;
  rows: readonly PreviewRow[];
}

/** The first rows of a file before it is sent. */
export function CsvPreview({ fileName, rows }: Props) {
  if (rows.length === 0) return <Status>{`${fileName} has no rows below its header.`}</Status>;
  return (
    <div className="dash-scroll" tabIndex={0} role="region" aria-label={`The first rows of ${fileName}`}>
      <table className="dash-plain">
        <caption>{`The first rows of ${fileName}`}</caption>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Description</th>
            <th scope="col">URL</th>
            <th scope="col">Category</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // Rows of a file may be alike; their place is what they are.
            <tr key={index}>
              <td dir="auto">{row.title}</td>
              <td dir="auto">{row.description}</td>
              <td>{row.url}</td>
              <td>{row.category}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
