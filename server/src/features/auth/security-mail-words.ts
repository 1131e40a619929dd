import type { Speech } from '../../languages/say.ts';

type MailFacts = {
  when: string;
  provider: string;
};

interface Words {
  subject: string;
  paragraphs: string[];
}

export type MailWriter = (speech: Speech, facts: MailFacts) => Words;

/** Text about a change that the owner may not have made. */
export const changeWords = (speech: Speech, subject: string, change: string): Words => ({
  subject,
  paragraphs: [
    change,
    speech.say(
      'If you did not expect this, contact the people who run this site. Choose a new password too, because someone else may be using your account.',
    ),
  ],
});
