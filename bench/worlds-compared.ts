import type { Population } from './simulation.ts';

export interface SimulatedPlace {
  name: string;
  population: Omit<Population, 'seed'>;
}

const size = { people: 10_000, apps: 1_000 };

/** The feed's targets apply here. */
export const acceptance: SimulatedPlace = { name: 'the large instance', population: size };

/** Users see everything here, so that recycling matters. */
export const smallInstance: SimulatedPlace = {
  name: 'the small instance',
  population: { people: 1_500, apps: 150 },
};

/** The large instance under other assumptions, to test their influence. */
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
