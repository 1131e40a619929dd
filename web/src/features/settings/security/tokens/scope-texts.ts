import { t } from '@lingui/core/macro';
import type { Scope } from '@zapdeck/contract/accounts/scopes';

interface ScopeText {
  name: string;
  note: string;
}

/** What each scope allows. */
export const scopeTexts = (): Readonly<Record<Scope, ScopeText>> => ({
  'apps:read': {
    name: t`Read your apps`,
    note: t`Their listings, history and numbers.`,
  },
  'apps:write': {
    name: t`Submit and change your apps`,
    note: t`Also withdraw them, change their pictures and send new versions.`,
  },
  'data:read': {
    name: t`Download your data`,
    note: t`Everything that is stored about you, with your email address.`,
  },
  'review:read': {
    name: t`Read as a moderator`,
    note: t`The queue, all apps, changes, reports, hosts and notes.`,
  },
  'review:write': {
    name: t`Moderate`,
    note: t`Decide on apps, changes and reports, correct listings and block hosts.`,
  },
  'admin:read': {
    name: t`Read as an admin`,
    note: t`Numbers, settings, errors, CSV files and all users with their email addresses.`,
  },
  'admin:write': {
    name: t`Change settings and apps as an admin`,
    note: t`Save settings, upload and delete apps, and recalculate numbers.`,
  },
});
