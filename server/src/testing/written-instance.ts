import { defaultInstance, LOGO_FIELD } from '@zapdeck/contract/instance/instance';
import { SETTINGS_LOCK } from '../db/advisory-locks.ts';
import { formBody } from './example-bodies.ts';

interface Marked {
  mark: string;
}

/** SQL condition: the admin has saved settings of the kind. Each save adds a row. */
export const savesKind = (kind: string) =>
  `EXISTS (SELECT FROM settings WHERE kind = '${kind}' AND saved_by = :admin)`;
const saved = savesKind('instance');

/** Differs between calls: an upload of the current logo adds no row. */
const logoOf = (mark: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#${mark.slice(-6)}"/></svg>`;

const imprint = { page: 'imprint', language: 'en' } as const;
const page = { query: { limit: 5, offset: 0 } };

/** Valid inputs for the endpoints of the instance. */
export const instanceCalls = (unique: string) => ({
  readInstance: {},
  adminInstance: {},
  saveInstance: { body: defaultInstance },
  uploadLogo: { form: { name: 'logo.svg', field: LOGO_FIELD, file: logoOf('0088ff') } },
  removeLogo: {},
  instanceHistory: page,
  legalText: { params: imprint },
  saveLegalText: { params: imprint, body: { text: `Imprint ${unique}` } },
  legalTextHistory: { params: imprint, ...page },
});

/** Writing routes of the settings of the instance. */
export const writtenInstance = {
  saveInstance: {
    body: ({ mark }: Marked) => ({ ...defaultInstance, description: { en: mark } }),
    stored: saved,
  },
  saveClaimRoles: {
    body: ({ mark }: Marked) => ({
      claimRoles: [{ value: mark, role: 'moderator' }],
      trustsProviderFactor: false,
    }),
    stored: savesKind('claims'),
  },
  saveLegalText: {
    params: imprint,
    body: ({ mark }: Marked) => ({ text: mark }),
    stored: "EXISTS (SELECT FROM settings WHERE kind = 'legal/imprint/en' AND values ->> 'text' = :mark)",
  },
  uploadLogo: {
    raw: ({ mark }: Marked) => formBody({ name: 'logo.svg', field: LOGO_FIELD, file: logoOf(mark) }),
    stored: saved,
  },
  removeLogo: {
    // Without the lock, a concurrent save could write the earlier logo.
    before: `SELECT pg_advisory_xact_lock(${SETTINGS_LOCK});
      UPDATE settings SET values = values || jsonb_build_object('logo', replace(:mark, '-', ''))
      WHERE kind = 'instance' AND is_active;`,
    stored: saved,
  },
};

/** Writing routes of the instance that the ledger does not call, with the reason. */
export const unmarkedInstance = {
  requireFactor: 'Takes the rights of the admins whose routes are called concurrently.',
};
