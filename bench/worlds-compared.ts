import type { Population } from './simulation.ts';

export interface SimulatedPlace {
  name: string;
  population: Omit<Population, 'seed'>;
}

const size = { people: 10_000, apps: 1_000 };

/** The targets of the feed apply to this instance. */
export const acceptance: SimulatedPlace = { name: 'the large instance', population: size };

/** Users see all apps of this instance, so recycled apps matter. */
export const smallInstance: SimulatedPlace = {
  name: 'the small instance',
  population: { people: 1_500, apps: 150 },
};

/** The large instance with one changed assumption each, to show its influence. */
export const otherWorlds: readonly SimulatedPlace[] = [
  { name: 'taste does not matter', population: { ...size, assumptions: { offTaste: 1 } } },
  { name: 'only taste matters', population: { ...size, assumptions: { offTaste: 0 } } },
  { name: 'as many good apps as bad ones', population: { ...size, assumptions: { qualityPower: 1 } } },
  { name: 'good apps are rare', population: { ...size, assumptions: { qualityPower: 5 } } },
  {
    name: 'all apps are approved before the week',
    population: { ...size, assumptions: { initialShare: 1 } },
  },
  {
    name: 'nearly all apps are approved in the week',
    population: { ...size, assumptions: { initialShare: 0.1 } },
  },
  { name: 'half as many sessions', population: { ...size, assumptions: { sessionsPerPerson: 4 } } },
  { name: 'a quarter of the people', population: { ...size, people: 2_500 } },
];
