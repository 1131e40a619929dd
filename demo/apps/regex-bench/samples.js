export const SAMPLES = [
  {
    name: 'Dates',
    source: '(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)',
    flags: 'g',
    text: 'First sketch on 2024-03-09, first user on 2024-05-21.\n\nLaunch slipped from 2024-06-01 to 2024-06-17 (rain).\n\nNot a date: 12-34-56.',
  },
  {
    name: 'Emails',
    source: '([\\w.+-]+)@([\\w-]+\\.[\\w.]+\\w)',
    flags: 'gi',
    text: 'Ada <ada@example.org>, cc: grace.hopper@navy.example.com\n\nWrite to Hello+Zap@Tiny.example or shout into the void@nowhere.',
  },
  {
    name: 'Colours',
    source: '#(?:[0-9a-f]{3}){1,2}\\b',
    flags: 'gi',
    text: 'body { color: #10201a; background: #B8F0D4 }\nmark { background: #ffe14d; }\na { color: #f0a; border-color: #12 }',
  },
  {
    name: 'Doubled words',
    source: '\\b(\\w+)\\s+\\1\\b',
    flags: 'gi',
    text: 'Paris in the the spring is is lovely.\nNo no, that that was on purpose.',
  },
  {
    name: 'Log lines',
    source: '^(?<level>INFO|WARN|ERROR) +\\[(?<part>\\w+)\\] (?<message>.+)$',
    flags: 'gm',
    text: 'INFO  [boot] ready in 41 ms\nWARN  [cache] cold start\nERROR [db] gave up after 3 tries\ndebug line without a level',
  },
  {
    name: 'Runaway',
    source: '^(a+)+$',
    flags: 'g',
    text: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
  },
];
