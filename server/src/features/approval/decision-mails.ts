import { ApplicationDecision, UNAPPROVED_DAYS } from '@zapdeck/contract/accounts/applications';
import { screens } from '@zapdeck/contract/instance/screens';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { applications } from '../../db/schema/applications.table.ts';
import { users } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import type { Speech } from '../../languages/say.ts';
import { inline, type Letter, reasonParagraph, whyMailed } from '../../mail/letter.ts';
import { defineMails, speechTo } from '../../mail/send-mail.ts';

type MailSite = Pick<Deps, 'config' | 'instance'>;

const instanceNameOf = ({ instance }: MailSite) => inline(instance().name);

function approvedMail(site: MailSite, { say, sayMarked }: Speech): Letter {
  return {
    subject: say('Welcome to {name}', { name: instanceNameOf(site) }),
    paragraphs: [say('Your account is approved. From now on you can vote and submit apps.')],
    action: { label: say('Start browsing'), url: `${site.config.publicUrl}${screens.feed.path}` },
    why: sayMarked(whyMailed.account),
  };
}

function refusedMail(site: MailSite, reason: string | null, speech: Speech): Letter {
  const { say, sayMarked } = speech;
  return {
    subject: say('Your account was not approved'),
    picture: null,
    paragraphs: [
      say('The people who run {name} decided not to approve your account.', { name: instanceNameOf(site) }),
      ...(reason === null ? [] : [reasonParagraph(reason, speech)]),
      say(
        'Your account will be deleted in {days, plural, one {# day} other {# days}}, with all its data. Until then you can still sign in, download your data or delete it yourself.',
        { days: UNAPPROVED_DAYS },
      ),
    ],
    why: sayMarked(whyMailed.account),
  };
}

/** Mails about decisions on accounts. None is sent if the decision was undone. */
export const decisionMails = defineMails({
  name: 'approval-mails',
  data: z.object({ userId: z.uuid(), decision: ApplicationDecision, at: z.iso.datetime() }),
  async write(deps: Deps, { userId, decision, at }) {
    const [found] = await deps.db
      .select({ user: users, reason: applications.reason })
      .from(users)
      .leftJoin(applications, eq(applications.userId, users.id))
      .where(eq(users.id, userId));
    if (!found) return null;
    const { user, reason } = found;
    const decidedAt = decision === 'approved' ? user.approvedAt : user.refusedAt;
    if (decidedAt?.toISOString() !== at) return null;
    const speech = speechTo(user, deps);
    const letter = decision === 'approved' ? approvedMail(deps, speech) : refusedMail(deps, reason, speech);
    return { to: user, ...letter };
  },
});
