import { t } from '@lingui/core/macro';
import { TODAY_AGAIN_DAYS, TODAY_APPS_MIN } from '@zapdeck/contract/feed/today';
import type { Calendar } from './calendar.ts';
import { instance } from '../../../lib/instance.ts';

/** Says which app Zapdeck would choose now, and why. */
export function choiceInWords({ app, reason }: Calendar['next']): string {
  const title = app?.title ?? '';
  switch (reason) {
    case 'trending':
      return t`Right now ${{ name: instance.name }} would choose “${title}”, the best of Trending that was never chosen.`;
    case 'longest_ago':
      return t`Right now ${{ name: instance.name }} would choose “${title}”. All apps were chosen before, and this one longest ago.`;
    case 'too_few':
      return t`${{ name: instance.name }} chooses no app while there are fewer than ${TODAY_APPS_MIN} approved ones.`;
    case 'all_recent':
      return t`${{ name: instance.name }} would choose no app: all were chosen in the last ${TODAY_AGAIN_DAYS} days.`;
  }
}
