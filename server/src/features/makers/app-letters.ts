import { cardHref } from '@zapdeck/contract/instance/screens';
import { inline, type Letter, reasonParagraph, whyMailed } from '../../mail/letter.ts';
import type { AppName } from '../../mail/send-mail.ts';
import type { Speech } from '../../languages/say.ts';

export interface LetterReader {
  isConfirmed: boolean;
  publicUrl: string;
  speech: Speech;
}

export interface Subject extends LetterReader {
  name: { inSubject: AppName; inText: AppName };
  picture: string | undefined;
  appId: string;
}

function frameOf({ isConfirmed, speech: { say, sayMarked } }: LetterReader) {
  const closing = say(
    'This address is not confirmed yet. If you didn’t submit an app, you can ignore this email.',
  );
  return { why: sayMarked(whyMailed.maker), ...(isConfirmed ? {} : { closing }) };
}

const submissions = ({ publicUrl, speech: { say } }: LetterReader) => ({
  label: say('Your submissions'),
  url: `${publicUrl}/profile`,
});

export function receivedMail(subject: Subject): Letter {
  const { name, picture, speech } = subject;
  const { say } = speech;
  return {
    subject: say(
      '{named, select, yes {We have received {name}} other {We have received your app}}',
      name.inSubject,
    ),
    ...frameOf(subject),
    picture,
    paragraphs: [
      say(
        '{named, select, yes {Thank you for submitting {name}.} other {Thank you for submitting your app.}}',
        name.inText,
      ),
      say('We’ll review it within 24-48 hours and let you know.'),
    ],
    action: submissions(subject),
  };
}

export function approvedMail(subject: Subject, wasHeld: boolean): Letter {
  const { name, picture, appId, publicUrl, speech } = subject;
  const { say } = speech;
  return {
    subject: wasHeld
      ? say(
          '{named, select, yes {{name} is back in the deck} other {Your app is back in the deck}}',
          name.inSubject,
        )
      : say('{named, select, yes {{name} is in the deck} other {Your app is in the deck}}', name.inSubject),
    ...frameOf(subject),
    picture,
    paragraphs: [
      wasHeld
        ? say(
            '{named, select, yes {Good news: a moderator reviewed {name} and brought it back, with its votes and score.} other {Good news: a moderator reviewed your app and brought it back, with its votes and score.}}',
            name.inText,
          )
        : say(
            '{named, select, yes {Good news: {name} was approved, and it’s live in the deck.} other {Good news: your app was approved, and it’s live in the deck.}}',
            name.inText,
          ),
    ],
    action: { label: say('See it in the deck'), url: publicUrl + cardHref(appId) },
  };
}

export function rejectedMail(subject: Subject, reason: string | null): Letter {
  const { name, picture, speech } = subject;
  const { say } = speech;
  return {
    subject: say(
      '{named, select, yes {{name} was not accepted} other {Your app was not accepted}}',
      name.inSubject,
    ),
    ...frameOf(subject),
    picture,
    paragraphs: [
      say(
        '{named, select, yes {{name} was reviewed and will not be shown in the deck.} other {Your app was reviewed and will not be shown in the deck.}}',
        name.inText,
      ),
      ...(reason === null ? [] : [reasonParagraph(reason, speech)]),
    ],
    action: submissions(subject),
  };
}

export function unverifiedMail(subject: Subject, cause: string): Letter {
  const { name, picture, appId, publicUrl, speech } = subject;
  const { say } = speech;
  return {
    subject: say(
      '{named, select, yes {{name} has lost its check mark} other {Your app has lost its check mark}}',
      name.inSubject,
    ),
    ...frameOf(subject),
    picture,
    paragraphs: [
      say(
        '{named, select, yes {{name} has lost its verified-maker check mark. {cause}.} other {Your app has lost its verified-maker check mark. {cause}.}}',
        { ...name.inText, cause },
      ),
      say(
        'Nothing else changes. To get the check mark back, put the token on your host again, as a tag or a file, and have it checked.',
      ),
    ],
    action: { label: say('Get the check mark back'), url: `${publicUrl}/my-app?app=${appId}` },
  };
}

export function heldMail(subject: Subject, reporters: number): Letter {
  const { name, picture, appId, publicUrl, speech } = subject;
  const { say } = speech;
  return {
    subject: say(
      '{named, select, yes {{name} is paused while a moderator reviews it} other {Your app is paused while a moderator reviews it}}',
      name.inSubject,
    ),
    ...frameOf(subject),
    picture,
    paragraphs: [
      say(
        '{named, select, yes {{reporters, plural, one {# member has reported {name}.} other {# members have reported {name}.}}} other {{reporters, plural, one {# member has reported your app.} other {# members have reported your app.}}}}',
        { ...name.inText, reporters },
      ),
      say(
        'This pauses an app automatically until a moderator reviews it. It doesn’t mean the reports are right.',
      ),
      say(
        'You don’t need to do anything: we’ll review it within 24-48 hours and let you know. If nothing is wrong, it comes back with its votes and score.',
      ),
      say('If you know what the problem is, you can fix it in the meantime.'),
    ],
    action: { label: say('Your app'), url: `${publicUrl}/my-app?app=${appId}` },
  };
}

const NAMED_MAX = 20;

interface DecidedApp {
  name: Subject['name'];
  reason: string | null;
}

function decidedLineOf({ name: { inText } }: DecidedApp, reason: string | null, { say }: Speech): string {
  const name = inText.named === 'yes' ? inText.name : say('Your app');
  return reason === null ? `- ${name}` : `- ${name}: ${inline(reason)}`;
}

export function decidedMail(
  reader: LetterReader,
  status: 'approved' | 'rejected',
  decided: readonly DecidedApp[],
): Letter {
  const { speech } = reader;
  const { say } = speech;
  const count = decided.length;
  const [first] = decided;
  const sharedReason = decided.every(({ reason }) => reason === first?.reason) ? first?.reason : null;
  const lines = decided
    .slice(0, NAMED_MAX)
    .map((one) => decidedLineOf(one, sharedReason ? null : one.reason, speech));
  const rest = count - lines.length;
  const [subject, lead] =
    status === 'approved'
      ? [
          say('{count, plural, one {# of your apps is in the deck} other {# of your apps are in the deck}}', {
            count,
          }),
          say(
            '{count, plural, one {Good news: # of your apps is in the deck.} other {Good news: # of your apps are in the deck.}}',
            { count },
          ),
        ]
      : [
          say(
            '{count, plural, one {# of your apps was not accepted} other {# of your apps were not accepted}}',
            { count },
          ),
          say(
            '{count, plural, one {# of your apps was reviewed and will not be shown in the deck.} other {# of your apps were reviewed and will not be shown in the deck.}}',
            { count },
          ),
        ];
  return {
    subject,
    ...frameOf(reader),
    paragraphs: [
      lead,
      [
        ...lines,
        ...(rest > 0 ? [say('{rest, plural, one {and # more} other {and # more}}', { rest })] : []),
      ].join('\n'),
      ...(sharedReason ? [reasonParagraph(sharedReason, speech)] : []),
    ],
    action: submissions(reader),
  };
}
