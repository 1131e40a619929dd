/** Name, text and shape of each cloud. */
export const clouds = {
  cumulus: {
    name: 'Cumulus',
    line: 'Fluffy, sunny, shaped like whatever people need you to be. Children point at you.',
    look: 'white',
  },
  cirrus: {
    name: 'Cirrus',
    line: 'High up, far ahead and slightly absent. You knew about the weather before the weather.',
    look: 'wisp',
  },
  stratus: {
    name: 'Stratus',
    line: 'A blanket of a person. Nobody notices you come, everybody sleeps better.',
    look: 'grey',
  },
  thunder: {
    name: 'Cumulonimbus',
    line: 'Dramatic, magnificent, on time. Dogs hide; everybody else opens a window to watch.',
    look: 'dark',
  },
  fog: {
    name: 'Fog',
    line: 'A cloud that came down to see people. Mysterious until about ten in the morning.',
    look: 'fog',
  },
  mammatus: {
    name: 'Mammatus',
    line: 'Rare, round in odd places and best at sunset. Half of all photographs of you are disbelieved.',
    look: 'rose',
  },
};

/** Questions, with the clouds that each answer counts for. */
export const questions = [
  [
    'A free morning. You…',
    [
      ['tell everybody', 'cumulus', 'thunder'],
      ['tell nobody', 'fog', 'stratus'],
      ['planned it in spring', 'cirrus'],
      ['find out at noon', 'mammatus', 'fog'],
    ],
  ],
  [
    'Your desk is…',
    [
      ['a landscape', 'mammatus', 'thunder'],
      ['a surface', 'stratus', 'cirrus'],
      ['a picnic', 'cumulus'],
      ['where I left it', 'fog'],
    ],
  ],
  [
    'At a party you are found…',
    [
      ['on the table', 'thunder'],
      ['on the balcony', 'cirrus', 'mammatus'],
      ['with the dog', 'fog', 'stratus'],
      ['everywhere', 'cumulus'],
    ],
  ],
  [
    'Somebody is wrong. You…',
    [
      ['rumble', 'thunder'],
      ['drift on', 'cirrus', 'cumulus'],
      ['bring a blanket', 'stratus'],
      ['become unclear', 'fog', 'mammatus'],
    ],
  ],
  [
    'The best hour of a day?',
    [
      ['sunset', 'mammatus', 'thunder'],
      ['before all others', 'cirrus', 'fog'],
      ['lunch', 'cumulus'],
      ['the one in bed', 'stratus'],
    ],
  ],
];

/** Returns the cloud with the most answers; among equals the last one. */
export function cloudOf(answers) {
  const counts = new Map();
  for (const [place, answer] of answers.entries())
    for (const key of questions[place][1][answer].slice(1)) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.delete(key);
      counts.set(key, count);
    }
  return [...counts].reduce((best, other) => (other[1] >= best[1] ? other : best))[0];
}
