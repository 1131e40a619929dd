import { screens } from '@zapdeck/contract/instance/screens';
import type { Speech } from '../../languages/say.ts';
import { type Letter, whyMailed, momentIn } from '../../mail/letter.ts';
import { linkWith, unasked } from '../auth/account-mails.ts';

interface TokenLink {
  token: string;
  publicUrl: string;
}

/** Writes to the new address. */
export function confirmLetter({ token, publicUrl }: TokenLink, speech: Speech): Letter {
  const { say, sayMarked } = speech;
  return {
    subject: say('Please confirm your new email address'),
    paragraphs: [
      say('Someone, hopefully you, asked to use this address for an account here.'),
      say('The link works for 24 hours. The account keeps its current email until you confirm this one.'),
    ],
    action: {
      label: say('Confirm my new email'),
      url: linkWith(publicUrl, screens['new-email'].path, token),
    },
    closing: unasked(speech),
    why: sayMarked(whyMailed.newAddress),
  };
}

/** Writes to the owner of an address that another account requested. */
export function takenLetter(speech: Speech): Letter {
  const { say, sayMarked } = speech;
  return {
    subject: say('Someone wanted to use your email for another account'),
    picture: null,
    paragraphs: [
      say(
        'Someone asked to use this address for another account here. It belongs to your account, so nothing has changed.',
      ),
      say('If this was you, log in with this address instead. If it was not you, you can ignore this email.'),
    ],
    why: sayMarked(whyMailed.account),
  };
}

/** Writes to the address before the change. */
export function changedLetter({ token, publicUrl, at }: TokenLink & { at: Date }, speech: Speech): Letter {
  const { say, sayMarked } = speech;
  return {
    subject: say('The email of your account was changed'),
    picture: null,
    paragraphs: [
      say('The email of your account was changed to another address on {when}.', {
        when: momentIn(speech, at),
      }),
      say(
        'If this was you, you can ignore this email. If it was not you, undo the change within seven days: all devices are then signed out and you choose a new password.',
      ),
    ],
    action: { label: say('Undo the change'), url: linkWith(publicUrl, screens['undo-email'].path, token) },
    why: sayMarked(whyMailed.earlierAddress),
  };
}

/** Writes to the address that an account gave up for an earlier one. */
export function returnedLetter(at: Date, speech: Speech): Letter {
  const { say, sayMarked } = speech;
  return {
    subject: say('Your account has its earlier email again'),
    picture: null,
    paragraphs: [
      say('Your account went back from this address to an earlier one on {when}.', {
        when: momentIn(speech, at),
      }),
      say(
        'If you did not expect this, contact the people who run this site. Someone else may be able to read the emails to the earlier address.',
      ),
    ],
    why: sayMarked(whyMailed.earlierAddress),
  };
}
