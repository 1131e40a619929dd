import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { ClaimRole } from '@zapdeck/contract/sign-in/claim-roles';
import { languages } from '@zapdeck/contract/wire/languages';
import { NOT_KNOWN } from '@zapdeck/contract/apps/listing';
import * as z from 'zod/mini';
import { languageName } from '../../../../lib/language-choices.ts';
import { formatSetting } from '../../../../lib/numbers.ts';
import { listingLabels } from '../../../../lib/listing.ts';
import { localized } from '../../../../lib/localized.ts';
import { codeNames } from './code-names.ts';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const exact = localized(
  (locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeStyle: 'short' }),
);

/** Fields whose values are names from the code. Texts of all other fields were written by users and stay unchanged. */
const namesOfNames = new Set([
  'algorithmType',
  'authProvider',
  'decision',
  'frameStatus',
  'givenRole',
  'list',
  'registration',
  'reports',
  'role',
  'rule',
  'status',
]);

/** Returns a name from the code in words: `viewWeight` as "View weight", `landing.heading` as "Landing page · Heading". */
export function inWords(name: string): string {
  if (name.includes('.')) return name.split('.').map(inWords).join(' · ');
  const known = codeNames[name];
  if (known) return i18n._(known);
  const labels: Readonly<Record<string, string>> = listingLabels();
  if (Object.hasOwn(labels, name)) return labels[name] ?? name;
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(name)) return name;
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const isBlank = (value: unknown): boolean =>
  value === '' || value === null || (typeof value === 'object' && Object.values(value).every(isBlank));

/** Returns the parts of a value that are not empty: `Heading: English: Play`. */
function partsInWords(parts: object): string {
  const entries = Object.entries(parts).filter(([, value]) => !isBlank(value));
  return entries.map(([name, value]) => `${partName(name)}: ${valueInWords(name, value)}`).join('; ') || '–';
}

const partName = (name: string): string => (name in languages ? languageName(name) : inWords(name));

const languagesInWords = (tags: unknown): string =>
  Array.isArray(tags) ? tags.map((tag) => languageName(String(tag))).join(', ') : t`All languages`;

function rolesInWords(claimRoles: unknown): string | undefined {
  const all = z.array(ClaimRole).safeParse(claimRoles).data;
  return all?.map(({ value, role }) => `${value}: ${inWords(role)}`).join(', ');
}

/** Returns the value of a field in words: true as "on", a status as a word, a title unchanged. */
export function valueInWords(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? t`on` : t`off`;
  if (name === 'languages') return languagesInWords(value);
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'number') return formatSetting(value);
  const claimed = name === 'claimRoles' ? rolesInWords(value) : undefined;
  if (claimed) return claimed;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ') || '–';
  if (typeof value === 'object') return partsInWords(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if ((name === 'language' || name === 'defaultLanguage') && value !== NOT_KNOWN) return languageName(value);
  if (namesOfNames.has(name) || value === NOT_KNOWN) return inWords(value);
  return MOMENT.test(value) ? exact().format(Date.parse(value)) : value;
}
