import { noteBeside, type SettingsKind } from '../features/settings/settings.ts';
import type { TestApp } from './test-app.ts';

/** Changes the active settings without a new version. */
export const setSettings = <Values extends object>(
  { deps }: Pick<TestApp, 'deps'>,
  kind: SettingsKind<Values>,
  values: Partial<Values>,
): Promise<void> => noteBeside(deps.db, kind, { ...values });

/** SQL: one row with the weights in force. */
export const WEIGHTS_IN_FORCE = `SELECT weights.* FROM settings, jsonb_to_record(values -> 'inForce')
    AS weights ("upvoteWeight" float8, "downvoteWeight" float8, "viewWeight" float8, "timeWeight" float8)
  WHERE kind = 'weights' AND is_active`;
