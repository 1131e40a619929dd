import { plural } from '@lingui/core/macro';
import { type Takeback, TAKEN_KEPT_DAYS } from '@zapdeck/contract/moderation/takebacks';

/** Says how many votes were taken back or restored so far. */
export function progressInWords({ isSettled, undoneAt, votes, restored }: Takeback): string {
  if (undoneAt === null)
    return isSettled
      ? plural(votes, { one: '# vote was taken back.', other: '# votes were taken back.' })
      : plural(votes, { one: '# vote taken back so far…', other: '# votes taken back so far…' });
  return isSettled
    ? plural(restored, { one: '# vote was put back.', other: '# votes were put back.' })
    : plural(restored, { one: '# vote put back so far…', other: '# votes put back so far…' });
}

export function undoInWords(): string {
  return plural({ count: TAKEN_KEPT_DAYS }, { other: 'You can put the votes back within # days.' });
}
