import type { PublicApp } from './find-app.ts';

const SUMMARY_MAX = 200;

/** Returns the beginning of the description on one line, cut between words. */
export function summaryOf({ description, title }: Pick<PublicApp, 'description' | 'title'>): string {
  const line = description.replaceAll(/\s+/g, ' ').trim() || `Discover ${title} - an amazing web application`;
  if (line.length <= SUMMARY_MAX) return line;
  const cut = line.slice(0, SUMMARY_MAX - 1).replace(/\s+\S*$/, '');
  return `${cut.toWellFormed()}…`;
}
