import multipart, { type MultipartFile } from '@fastify/multipart';
import {
  bulkUploadApps,
  CSV_FIELD,
  CSV_MAX_BYTES,
  FIRST_VIEWS_FIELD,
  UPLOAD_ID_HEADER,
} from '@zapdeck/contract/apps/bulk-upload';
import { message, filled, type Marked } from '@zapdeck/contract/wire/message';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { handle } from '../../../http/contract-route.ts';
import { Refusal } from '../../../http/refusal.ts';
import { allHostRules } from '../../../urls/host-rules.ts';
import { urlRulesOf } from '../address/url-rules.ts';
import { storeUpload } from './bulk-upload.ts';
import { WORK_TIMEOUT_MS } from '../../../db/client.ts';
import { readCsv } from './csv.ts';

const uploadsPerAdmin = { calls: 30, seconds: 600, perNode: true } as const;
const FILE_NAME_MAX = 200;

const limits = { fileSize: CSV_MAX_BYTES, files: 1, fields: 10, parts: 11, fieldSize: 1_024 };

function refuseUpload(fault: Marked): never {
  throw new Refusal('invalid_input', { message: fault, fields: { [CSV_FIELD]: fault } });
}

async function readFile(request: FastifyRequest): Promise<MultipartFile> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media_type', {
      message: filled('Send the file as a form, multipart/form-data, in the field {field}.', {
        field: CSV_FIELD,
      }),
    });
  }
  const part = await request.file().catch(() => refuseUpload(message('The form cannot be read.')));
  if (part?.fieldname !== CSV_FIELD || part.filename === '')
    refuseUpload(message('Please select a CSV file first'));
  if (!part.filename.toLowerCase().endsWith('.csv')) refuseUpload(message('Please select a CSV file'));
  return part;
}

/** Fields count only if they precede the file. */
function hasField(fields: MultipartFile['fields'], name: string): boolean {
  const field = fields[name];
  return field !== undefined && 'value' in field && field.value === 'on';
}

export async function bulkUploadRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  await scope.register(multipart, { limits, throwFileSizeLimit: false });
  const rules = urlRulesOf(deps.config);

  handle(
    scope,
    deps,
    bulkUploadApps,
    async ({ db, request, reply, user, now }) => {
      const { file, filename, fields } = await readFile(request);
      const refuseTooLarge = () => {
        if (file.truncated)
          throw new Refusal('body_too_large', { message: message('The file is larger than 5 MB.') });
      };
      try {
        const ruleOf = await allHostRules(db);
        const rows = await readCsv(file.iterator({ destroyOnReturn: false }), { rules, ruleOf });
        refuseTooLarge();
        const upload = {
          rows,
          fileName: filename.slice(0, FILE_NAME_MAX),
          submittedBy: user.id,
          hasFirstViews: hasField(fields, FIRST_VIEWS_FIELD),
        };
        const { uploadId, ...stored } = await storeUpload(db, upload, { actorId: user.id, now });
        void reply.header(UPLOAD_ID_HEADER, uploadId);
        return stored;
      } catch (error) {
        refuseTooLarge();
        if (file.errored) refuseUpload(message('The form cannot be read.'));
        throw error;
      } finally {
        // Browsers read the response only after they have sent the whole body.
        file.resume();
      }
    },
    { limit: uploadsPerAdmin, workMs: WORK_TIMEOUT_MS },
  );
}
