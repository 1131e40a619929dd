import { formatSetting } from '../../../../lib/numbers.ts';

/** Names that their fields have on other screens, and names that the code spells in its own way. */
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

/** A moment as the server writes it. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Whose values are names of the data, too. Anything else that is a text was written by somebody, and stays as it is. */
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

/** A name of the data as people read it: `viewWeight` is View weight. */
export function inWords(name: string): string {
  if (known[name] !== undefined) return known[name];
  if (!/^[a-z]+([A-Z][a-z]+)*$/.test(name)) return name;
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What stands under that name, as people read it: true is on, a status is a word, a title what its maker wrote. */
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
