import { createHash } from 'node:crypto';

export const CATEGORIES = ['Games', 'Design', 'News', 'Travel', 'Utilities'];
export const TAGS = [[], ['Free'], ['New', 'Free']];

/** Null: not known. */
export const LANGUAGES = ['de', 'en', 'fr', null];

export type Random = () => number;

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;
export const below = (random: Random, most: number): number => Math.floor(random() * most);

export interface AppDraft {
  id: string;
  category: string;
  tags: readonly string[];
  language: string | null;
  /** Number of the member who has submitted it. */
  maker: number;
  status: string;
  frame: string;
  upvotes: number;
  views: number;
}

/** Returns the app with this number: the same for the same random sequence. */
export function draftApp(random: Random, number: number): AppDraft {
  const id = createHash('md5').update(`${random()} ${number}`).digest('hex');
  return {
    id: id.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-7$3-8$4-$5'),
    category: pick(random, CATEGORIES),
    tags: pick(random, TAGS),
    language: pick(random, LANGUAGES),
    maker: below(random, 2),
    status: pick(random, ['approved', 'approved', 'approved', 'approved', 'pending']),
    frame: pick(random, ['ok', 'ok', 'ok', 'ok', 'unknown', 'refused', 'unreachable']),
    upvotes: below(random, 8),
    views: pick(random, [0, 5, 99, 100, 140]),
  };
}
