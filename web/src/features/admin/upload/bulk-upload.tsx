import { plural, t } from '@lingui/core/macro';
import { Button } from '../../../components/ui/button.tsx';
import { CallError } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { saveCsv } from '../parts/save-csv.ts';
import { PlainTable } from '../../../components/ui/plain-table.tsx';
import { Status } from '../../../components/ui/status.tsx';
import { type PreviewRow, previewCsv } from './csv-preview.ts';
import { csvTemplate } from './csv-template.ts';
import {
  bulkUploadApps,
  CSV_FIELD,
  CSV_MAX_BYTES,
  CSV_ROWS_MAX,
  FIRST_VIEWS_FIELD,
  UPLOAD_ID_HEADER,
} from '@zapdeck/contract/apps/bulk-upload';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { upload } from '../../../lib/upload.ts';
import { EVERYBODY_DAYS, FIRST_VIEWS, type Promised } from '@zapdeck/contract/feed/first-views';
import { type ChangeEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '../../../components/ui/button-class.ts';
import { toast } from '../../../lib/toasts.ts';
import { useFirstViewsPromise } from '../../../lib/first-views-promise.ts';
import { Switch } from '../parts/switch.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';
import { WorkBar } from '../parts/work-bar.tsx';
import './bulk-upload.css';

const LINE = 'line ';

/** Errors of a rejected file by line, with a download of all of them. */
function CsvFaults({ refusal }: { refusal: CallError }) {
  const faults = Object.entries(refusal.fields)
    .filter(([name]) => name.startsWith(LINE))
    .map(([name, reason]) => [name.slice(LINE.length), reason] as const);
  return (
    <div className="dash-note dash-faults">
      <p role="alert" className="font-semibold">
        {refusal.serverMessage ?? t`The file has mistakes. Nothing was stored.`}
      </p>
      {faults.length > 0 ? (
        <>
          <div tabIndex={0} role="region" aria-label={t`Faulty lines`} className="dash-fault-list">
            <ul>
              {faults.map(([line, reason]) => (
                <li key={line}>
                  <span className="tabular font-semibold">{t`Line ${{ line: formatCount(Number(line)) }}:`}</span>
                  <span>{` ${reason}`}</span>
                </li>
              ))}
            </ul>
          </div>
          <Button
            variant="secondary"
            onClick={() => saveCsv('zapdeck-faulty-lines.csv', [['line', 'reason'], ...faults])}
          >{t`Download the list`}</Button>
        </>
      ) : null}
    </div>
  );
}

interface Props {
  fileName: string;
  rows: readonly PreviewRow[];
}

function CsvPreview({ fileName, rows }: Props) {
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

type Uploaded = ResponseOf<typeof bulkUploadApps> & { uploadId: string };

/** Uploads a CSV file as a multipart form; see `upload`. */
async function uploadCsv(
  file: File,
  hasFirstViews: boolean,
  onProgress: (share: number) => void,
): Promise<Uploaded> {
  const form = new FormData();
  // Before the file, because the server reads the file as it arrives.
  if (hasFirstViews) form.append(FIRST_VIEWS_FIELD, 'on');
  form.append(CSV_FIELD, file);
  const { data, header } = await upload(bulkUploadApps, {}, form, onProgress);
  return { ...data, uploadId: header(UPLOAD_ID_HEADER) ?? '' };
}

const PREVIEW_ROWS = 3;
/** Enough for three rows of the longest texts. */
const PREVIEW_BYTES = 64 * 1024;

interface Chosen {
  file: File;
  rows: PreviewRow[];
}

const complain = (description: string) => toast({ title: t`Error`, description, variant: 'destructive' });

const firstViewsInWords = (promised: Promised) =>
  promised === 'everybody'
    ? t`Once approved, each is shown for ${plural(EVERYBODY_DAYS, { one: '# day', other: '# days' })} to everybody who comes.`
    : t`Once approved, each is shown to ${plural(FIRST_VIEWS, { one: '# person who hasn’t', other: '# people who haven’t' })} seen it.`;

/** Form that uploads a CSV file: preview of the first rows, progress, and errors by line. */
export function BulkUpload() {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [share, setShare] = useState(0);
  const [skipped, setSkipped] = useState(0);
  const [uploadId, setUploadId] = useState('');
  const [hasFirstViews, setHasFirstViews] = useState(false);
  const [refusal, setRefusal] = useState<CallError>();
  const promised = useFirstViewsPromise().data?.promised;

  const clear = () => {
    setSkipped(0);
    setChosen(undefined);
    setRefusal(undefined);
    if (input.current) input.current.value = '';
  };
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    setRefusal(undefined);
    if (!file) return setChosen(undefined);
    if (!file.name.toLowerCase().endsWith('.csv')) {
      clear();
      return complain(t`Please select a CSV file`);
    }
    const beginning = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
    // Reading an earlier file may take longer than reading the last one.
    if (input.current?.files?.[0] !== file) return;
    setChosen({ file, rows: previewCsv(beginning, PREVIEW_ROWS, file.size <= PREVIEW_BYTES) });
  };
  const uploading = useAdminAction({
    name: 'bulk-upload',
    work(file: File) {
      setRefusal(undefined);
      setSkipped(0);
      setShare(0);
      return uploadCsv(file, hasFirstViews, setShare);
    },
    success: ({ count }) =>
      plural(count, {
        one: 'Successfully uploaded # app. It is pending approval.',
        other: 'Successfully uploaded # apps. They are pending approval.',
      }),
    failure: t`Failed to upload CSV`,
    onError(error) {
      if (error instanceof CallError) setRefusal(error);
      return false;
    },
    onDone({ count, skipped: left, uploadId: id }) {
      clear();
      setUploadId(count > 0 ? id : '');
      setSkipped(left);
    },
  });

  const megabytes = formatCount(CSV_MAX_BYTES / 1024 / 1024);
  const rows = formatCount(CSV_ROWS_MAX);
  return (
    <section aria-labelledby="upload-heading" className="card dash-config">
      <h2 id="upload-heading" className="display text-heading">{t`Bulk Upload (CSV)`}</h2>
      <p className="text-muted">
        {t({
          message: `Columns: title, description, url, category; optional: tags, separated by semicolons, thumbnailUrl, and language, such as de. Commas, semicolons or tabs separate the cells. At most ${megabytes} MB and ${rows} rows. If one row has a mistake, nothing is stored.`,
          comment: 'The names of the columns stand in the file in English.',
        })}
      </p>
      <div className="dash-buttons">
        <label className={buttonClass('secondary', 'md', 'dash-file')}>
          <span>{t`Choose a file`}</span>
          <input ref={input} type="file" accept=".csv,text/csv" onChange={(event) => void choose(event)} />
        </label>
        <Button
          variant="quiet"
          onClick={() => saveCsv('zapdeck-apps.csv', csvTemplate)}
        >{t`Download a template`}</Button>
      </div>
      {chosen ? <CsvPreview fileName={chosen.file.name} rows={chosen.rows} /> : null}
      <Switch
        label={t`Give these apps their first views`}
        note={promised && firstViewsInWords(promised)}
        checked={hasFirstViews}
        disabled={uploading.pending}
        onChange={setHasFirstViews}
      />
      {uploading.pending ? (
        <WorkBar
          label={share < 1 ? t`Sending…` : t`Checking and storing the rows`}
          share={share < 1 ? share : undefined}
        />
      ) : null}
      <Status>
        {skipped > 0
          ? plural(skipped, {
              one: '# row skipped: already listed.',
              other: '# rows skipped: already listed.',
            })
          : null}
      </Status>
      {uploadId ? (
        <p>
          <Link
            href={`/admin?upload=${uploadId}`}
            className="dash-link"
          >{t`Show this upload in the queue`}</Link>
        </p>
      ) : null}
      {refusal ? <CsvFaults refusal={refusal} /> : null}
      <div className="dash-buttons">
        <Button
          pending={uploading.pending ? t`Uploading…` : undefined}
          onClick={() =>
            chosen ? uploading.start(chosen.file) : complain(t`Please select a CSV file first`)
          }
        >{t`Upload CSV`}</Button>
        <Button variant="quiet" disabled={!chosen || uploading.pending} onClick={clear}>
          {t({ message: 'Clear', context: 'chosen file' })}
        </Button>
      </div>
    </section>
  );
}
