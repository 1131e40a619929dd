import { sequence } from '@zapdeck/server/testing/random';
import { fetchRatings, type Rating } from './inst-eval.ts';

/** Ratings of InstEval. Empty if they cannot be fetched: tests that need them do not run then. */
export const ratings = (await fetchRatings()) ?? [];

export const hasRatings = ratings.length > 0;

const [PEOPLE, APPS] = [400, 40];

/** Ratings of people in two camps. `taste` is added to the log odds of half of the apps, and subtracted from the others. */
export function ratingsOfCamps(taste: number): Rating[] {
  const random = sequence(3);
  return Array.from({ length: PEOPLE * APPS }, (_, index) => {
    const [person, app] = [Math.floor(index / APPS), index % APPS];
    const isLiked = random() < 1 / (1 + Math.exp(1 - (person % 2 === app % 2 ? taste : -taste)));
    return { person, app, category: app % 5, age: 1, isLiked, isDisliked: !isLiked && random() < 0.1 };
  });
}
