import { formatSetting } from '../../../../lib/numbers.ts';

/** Labels of fields that other screens use, and names whose words cannot be derived from the code. */
const known: Readonly<Record<string, string>> = {
  enabled: 'Show advertisements',
  frameReason: 'Framing, why',
  frameStatus: 'Framing',
  holdsPerHour: 'Apps held back per hour',
  hoursUntilMail: 'Hours until the mail',
  isAdmin: 'Admin',
  isDailyMailEnabled: 'Daily mail to admins',
  isHoldingEnabled: 'Hold back what is reported',
  reporterAgeHours: 'Youngest account counted, in hours',
  reportsToHold: 'Members until held back',
  reviewReason: 'Reason',
  thumbnailUrl: 'Address of the picture',
  timeSpent: 'Time spent, in ms',
  url: 'Address',
  normal: 'Normal',
  semi_simple: 'Semi-simple',
  simple: 'Simple',
};

/** Matches a timestamp of the server. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Fields whose values are names from the code. Texts of all other fields were written by users and stay unchanged. */
const namesOfNames = new Set([
  'algorithmType',
  'authProvider',
  'decision',
  'frameStatus',
  'list',
  'reports',
  'rule',
  'status',
]);

/** Returns a name from the code in words: `viewWeight` as "View weight". */
export function inWords(name: string): string {
  if (known[name] !== undefined) return known[name];
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(name)) return name;
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the value of a field in words: true as "on", a status as a word, a title unchanged. */
export function valueInWords(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number') return formatSetting(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join(', ') || 'nothing';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (namesOfNames.has(name)) return inWords(value);
  return MOMENT.test(value) ? exact.format(Date.parse(value)) : value;
}
