import * as z from 'zod/mini';
import { message } from '../wire/message.ts';
import { text } from '../wire/primitives.ts';

/** Base 32 by Crockford: digits and letters that are hard to confuse. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const RECOVERY_CODE_LENGTH = 16;
export const RECOVERY_CODES = 10;

const SPACED_MAX = 64;

const TYPED_FOR: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
const DIGIT_BITS = 0xf;

/** Removes spaces, dashes and invisible characters. Converts Arabic and Persian digits. */
function normalize(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}\p{DI}]/gu, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & DIGIT_BITS))
    .toUpperCase()
    .replace(/[OIL]/g, (letter) => TYPED_FOR[letter] ?? letter);
}

const FORM = new RegExp(`^(?:\\d{6}|[${RECOVERY_ALPHABET}]{${RECOVERY_CODE_LENGTH}})$`);

export const FactorCode = text(SPACED_MAX).check(
  z.overwrite(normalize),
  z.regex(FORM, message('Please enter the six digits of your app, or a recovery code')),
);
