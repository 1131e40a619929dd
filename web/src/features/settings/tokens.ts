import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { apiTokens } from '@zapdeck/contract/accounts/api-tokens';
import type { Scope } from '@zapdeck/contract/accounts/scopes';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';

const DAY_MS = 24 * 3_600_000;
/** Latest day that can be chosen, in days from today. A token may last until its end. */
export const LAST_DAY = 365;

/** Returns the moment after a number of days. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

/** Returns a day of the user's calendar, as 2026-11-27. */
export function dayAhead(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Returns the last moment of a day of the user's calendar. Returns an empty text without a valid day. */
export function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? '' : end.toISOString();
}

interface ScopeText {
  name: string;
  note: string;
}

/** Returns the name and the description of each scope. */
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

const queryKey = [apiTokens.path] as const;

export function useApiTokens() {
  return useQuery({ queryKey, queryFn: ({ signal }) => call(apiTokens, {}, { signal }) });
}

/** Reads the tokens again after a change. */
export function refreshApiTokens(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}
