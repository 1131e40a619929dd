import { message } from '../wire/message.ts';

/** From Unicode's confusables.txt (UTS #39): single letters that NFKD does not replace. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'ɑαаᗅ⍺ꓮꭺ𐊠𖽀ᴀ',
  b: 'ƅβвьᏼᑲᖯᗷꓐꞵꮟ𐊂𐊡𐌁ʙ',
  c: 'ςсᴄⲥꓚꮯ𐊢𐌂𐐽𐔜𑣩𑣲🝌',
  d: 'ԁᑯᗞᗪꓒꓓꭰꮷđᴅ',
  e: 'εеҽ℮⋿ⴹꓰꬲꭼ𐊆𑣆𑣎ᴇ',
  f: 'ϝքᖴẝꓝꞙꬵ𐊇𐊥𐔥𑣂𝈓ꜰ',
  g: 'ƍɡԍցᏻᶃꓖꮐɢ',
  h: 'ηнһհᕼⲏꓧꮋꮒ𐋏ʜ',
  i: 'ıɩɪιіӏ⍳ꙇꭵ𑣃',
  j: 'ʝϳјᒍꓙꭻᴊ',
  k: 'κкᛕⲕꓗꮶ𐔘ᴋ',
  l: 'ǀ׀וןا١۱ߊᒪᛁ∣⏽│ⲓⳑⵏꓡꓲꮮ𐊊𐌉𐌠𐑃𐔦𑣒𖼖𖼨𝈪𞣇łʟ',
  m: 'μϻмᗰᛖⲙꓟꮇ𐊰𐌑𑜀𑣣ᴍ',
  n: 'νոռⲛꓠ𐔓ɴпи',
  o: 'οσоօסه٥ھہە۵߀०০੦૦ଠ୦௦ం౦ಂ೦ംഠ൦ං๐໐ဝ၀ჿዐᴏᴑⲟⵔ〇ꓳꬽ𐊒𐊫𐐬𐓪𐔖𑓐𑣈𑣕𑣗𑣠ø',
  p: 'ρрᑭ⍴ⲣꓑꮲ𐊕ᴘ',
  q: 'ԛգզⵕ',
  r: 'ʀгᖇᴦⲅꓣꭇꭈꭱꮁꮢ𐓜𖼵𝈖',
  s: 'ƽѕտꓢꜱꮥꮪ𐊖𐑈𑣁𖼺',
  t: 'τт⊤⟙ⲧꓔꭲ𐊗𐊱𐌕𑣜𖼊🝨ᴛ',
  u: 'ʋυսሀᑌᴜ∪⋃ꓴꞟꭎꭒ𐓶𑣘𖽂',
  v: 'ѵט٧۷ᐯᴠ∨⋁ⴸꓦꛟꮩ𐔝𑜆𑣀𖼈𝈍',
  w: 'ɯѡԝաᴡꓪꮃꮤ𑜊𑜎𑜏𑣦𑣯',
  x: '×χхᕁᕽ᙭᙮ᚷ╳⤫⤬⨯ⲭⵝꓫꭓ𐊐𐊴𐌗𐌢𐔧𑣬',
  y: 'ɣʏγυуүყᶌỿⲩꓬꭚꭹꮍ𐊲𑣄𖽃',
  z: 'ζᴢꓜꮓ𐋵𑣉𑣥ƶ',
};

const latinOf = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);

const LETTER_BLOCKS = [0x1f150, 0x1f170, 0x1f1e6];

function latinLetter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const block = LETTER_BLOCKS.find((start) => code >= start && code < start + 26);
  return block === undefined
    ? (latinOf.get(character) ?? character)
    : String.fromCodePoint('a'.charCodeAt(0) + code - block);
}

const SAME_SHAPE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '|': 'l',
  '!': 'l',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '8': 'b',
};

function lookAlikeForms(name: string): string[] {
  const plain = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
  const shaped = Array.from(plain, (character) => {
    const letter = latinLetter(character);
    return SAME_SHAPE[letter] ?? letter;
  }).join('');
  return shaped.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

const joined = (words: readonly string[]) =>
  words.join('').replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd');

const shapesIn = (words: string) => words.split(' ').map((word) => joined(lookAlikeForms(word)));

const [BRAND = ''] = shapesIn('zapdeck');
const SUFFICIENT_WORDS =
  'admin admins administrator administrators moderator moderators support official verified operator operators';
/** No word may consist of others, because the expression would backtrack. */
const OPERATOR_WORDS =
  `${SUFFICIENT_WORDS} staff team help security safety mods system webmaster postmaster ` +
  'billing reviewer reviewers zap zaps';
const WORDS_AROUND = 'the of and desk crew hq service customer care center centre trust review account';

const sufficient = new Set(shapesIn(SUFFICIENT_WORDS));
const alternatives = (words: string) => shapesIn(words).join('|');
const operatorOnly = new RegExp(
  `^(?:${alternatives(WORDS_AROUND)})*(?:${alternatives(OPERATOR_WORDS)})(?:${alternatives(`${OPERATOR_WORDS} ${WORDS_AROUND}`)})*$`,
);

/** Returns true for names of the operator, ignoring look-alike letters, accents, separators and case. */
export function looksLikeOperator(name: string): boolean {
  const words = lookAlikeForms(name);
  const whole = joined(words);
  return (
    whole.includes(BRAND) || words.some((word) => sufficient.has(joined([word]))) || operatorOnly.test(whole)
  );
}

export const OPERATOR_NAME = message('This name looks like an official one. Please choose another.');
