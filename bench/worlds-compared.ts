import type { Population } from './simulation.ts';

/** Where the settings are tried. */
export interface SimulatedPlace {
  name: string;
  population: Omit<Population, 'seed'>;
}

const size = { people: 10_000, apps: 1_000 };

/** Where the promises of the feed must hold. */
export const acceptance: SimulatedPlace = { name: 'the large instance', population: size };

/** Where people come to the end of what is new, so that recycling matters. */
export const smallInstance: SimulatedPlace = {
  name: 'the small instance',
  population: { people: 1_500, apps: 150 },
};

/** The large instance with other things taken for granted, to see what its promises hang on. */
export const otherWorlds: readonly SimulatedPlace[] = [
  { name: 'taste does not matter', population: { ...size, assumptions: { offTaste: 1 } } },
  { name: 'only taste matters', population: { ...size, assumptions: { offTaste: 0 } } },
  { name: 'good apps are as many as bad ones', population: { ...size, assumptions: { qualityPower: 1 } } },
  { name: 'good apps are rare', population: { ...size, assumptions: { qualityPower: 5 } } },
  { name: 'all apps are there from the start', population: { ...size, assumptions: { initialShare: 1 } } },
  { name: 'nearly all apps come in the week', population: { ...size, assumptions: { initialShare: 0.1 } } },
  { name: 'half as many sittings', population: { ...size, assumptions: { sessionsPerPerson: 4 } } },
  { name: 'a quarter of the people', population: { ...size, people: 2_500 } },
];
