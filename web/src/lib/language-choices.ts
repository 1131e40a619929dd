import { choiceFields } from '@zapdeck/contract/apps/listing';
import { localized } from './localized.ts';
import { say } from './say.ts';

/** Own names of languages, because browsers do not know all of them. */
const ownNames: readonly (readonly [tag: string, name: string])[] = (
  'af Afrikaans|ak Akan|am አማርኛ|an aragonés|ar العربية|as অসমীয়া|az azərbaycan|ba башҡортса|' +
  'be беларуская|bg български|bm bamanakan|bn বাংলা|bo བོད་སྐད|br brezhoneg|bs bosanski|ca català|' +
  'ce нохчийн|ckb کوردیی ناوەندی|co corsu|cs čeština|cv чӑвашла|cy Cymraeg|da dansk|de Deutsch|' +
  'dv ދިވެހި|dz རྫོང་ཁ|ee Eʋegbe|el Ελληνικά|en English|eo Esperanto|es español|et eesti|eu euskara|' +
  'fa فارسی|ff Fulfulde|fi suomi|fil Filipino|fo føroyskt|fr français|fy Frysk|ga Gaeilge|gd Gàidhlig|' +
  'gl galego|gn Avañe’ẽ|gu ગુજરાતી|gv Gaelg|ha Hausa|he עברית|hi हिन्दी|hr hrvatski|ht Kreyòl ayisyen|' +
  'hu magyar|hy հայերեն|ia interlingua|id Bahasa Indonesia|ig Igbo|is íslenska|it italiano|ja 日本語|' +
  'jv Basa Jawa|ka ქართული|ki Gĩkũyũ|kk қазақша|kl kalaallisut|km ខ្មែរ|kn ಕನ್ನಡ|ko 한국어|ks کٲشُر|' +
  'ku kurdî|kw kernewek|ky кыргызча|la Latina|lb Lëtzebuergesch|lg Luganda|ln lingála|lo ລາວ|' +
  'lt lietuvių|lu Tshiluba|lv latviešu|mg Malagasy|mi Māori|mk македонски|ml മലയാളം|mn монгол|mr मराठी|' +
  'ms Bahasa Melayu|mt Malti|my မြန်မာ|nd isiNdebele|ne नेपाली|nl Nederlands|no norsk|ny Chichewa|' +
  'oc occitan|om Afaan Oromoo|or ଓଡ଼ିଆ|os ирон|pa ਪੰਜਾਬੀ|pl polski|ps پښتو|pt português|qu Runasimi|' +
  'rm rumantsch|rn Ikirundi|ro română|ru русский|rw Ikinyarwanda|sa संस्कृतम्|sc sardu|sd سنڌي|' +
  'se davvisámegiella|sg Sängö|si සිංහල|sk slovenčina|sl slovenščina|sm Gagana Samoa|sn chiShona|' +
  'so Soomaali|sq shqip|sr српски|st Sesotho|su Basa Sunda|sv svenska|sw Kiswahili|ta தமிழ்|te తెలుగు|' +
  'tg тоҷикӣ|th ไทย|ti ትግርኛ|tk türkmen dili|tn Setswana|to lea fakatonga|tr Türkçe|tt татарча|' +
  'ug ئۇيغۇرچە|uk українська|ur اردو|uz o‘zbek|vi Tiếng Việt|wo Wolof|xh IsiXhosa|yi ייִדיש|' +
  'yo Èdè Yorùbá|yue 粵語|za Vahcuengh|zh-Hans 简体中文|zh-Hant 繁體中文|zu isiZulu'
)
  .split('|')
  .map((entry) => {
    const [tag = '', ...words] = entry.split(' ');
    const name = words.join(' ');
    return [tag, name.replace(/^./u, (letter) => letter.toLocaleUpperCase(tag))] as const;
  });

const ownNameOf = (tag: string): string => ownNames.find(([known]) => known === tag)?.[1] ?? tag;

/** Returns all languages of apps with their own names, sorted by name. */
export const languageChoices = localized((locales) => {
  const { compare } = new Intl.Collator(locales);
  return ownNames.toSorted(([, one], [, other]) => compare(one, other));
});

/** Returns the values of a field with their texts. */
export function choicesOf(
  name: keyof typeof choiceFields,
): readonly (readonly [value: string, text: string])[] {
  if (name === 'language') return languageChoices();
  return choiceFields[name].choices.values.map((value) => [value, say(value)]);
}

/** Returns a value of a listing in words. Texts that users wrote stay unchanged. */
export const valueOfField = (field: string, value: string): string =>
  field === 'language' ? languageName(value) : say(value);

const names = localized((locales) => new Intl.DisplayNames(locales, { type: 'language' }));

/** Returns the name of a language in the page's language, or in itself if the browser does not know it. */
export function languageName(tag: string): string {
  const name = names().of(tag);
  return name === undefined || name === tag ? ownNameOf(tag) : name;
}
