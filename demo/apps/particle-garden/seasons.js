/** `motes` colour the wind, `petals` run from the heart of a flower to its rim. */
export const SEASONS = [
  {
    id: 'spring',
    name: 'Spring',
    ground: [13, 47, 43],
    motes: ['#4fae86', '#8fd6a0', '#e8f3c1', '#ffb8d2'],
    petals: [
      ['#ffe08a', '#ffc1d6', '#ff8fbb', '#ffdbe9'],
      ['#fff3b8', '#d9c8ff', '#a98cf5', '#ded2ff'],
      ['#ff9d7a', '#ffd0a1', '#ffe2b0', '#fff3d8'],
    ],
  },
  {
    id: 'summer',
    name: 'Summer',
    ground: [12, 44, 84],
    motes: ['#2f7fc4', '#54c6d6', '#ffe37a', '#ffffff'],
    petals: [
      ['#6b2d0e', '#c8641c', '#ffb629', '#ffe15c'],
      ['#fff2a8', '#ff8a5c', '#ff4f6d', '#ffb0a0'],
      ['#ffe15c', '#8ff0e0', '#38c8e0', '#d8fbff'],
    ],
  },
  {
    id: 'autumn',
    name: 'Autumn',
    ground: [58, 22, 36],
    motes: ['#a23f3a', '#d9722e', '#f2b04a', '#f7dcb0'],
    petals: [
      ['#4a1420', '#b52b2b', '#f0762e', '#ffc04d'],
      ['#ffdf8a', '#f29b38', '#c2402f', '#8f2a3f'],
      ['#fff0d0', '#f5c07a', '#e28a4a', '#b5533a'],
    ],
  },
  {
    id: 'winter',
    name: 'Winter',
    ground: [226, 236, 246],
    motes: ['#8fb0d6', '#b3c6e4', '#6f8fc4', '#c9a9d8'],
    petals: [
      ['#22407c', '#4f78c0', '#8fb2e6', '#ffffff'],
      ['#7a2f6b', '#c05a9e', '#e6a6cf', '#ffffff'],
      ['#1f6f78', '#4fb0b5', '#a0dadb', '#ffffff'],
    ],
  },
];
