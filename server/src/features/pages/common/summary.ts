import type { PublicApp } from './find-app.ts';
import type { Speech } from '../../../languages/say.ts';

const SUMMARY_MAX = 200;

/** Returns the start of the description on one line, cut between words. */
export function summaryOf(
  { description, title }: Pick<PublicApp, 'description' | 'title'>,
  { say }: Speech,
): string {
  const line =
    description.replaceAll(/\s+/g, ' ').trim() ||
    say('Discover {title} - an amazing web application', { title });
  if (line.length <= SUMMARY_MAX) return line;
  const cut = line.slice(0, SUMMARY_MAX - 1).replace(/\s+\S*$/, '');
  return `${cut.toWellFormed()}…`;
}
