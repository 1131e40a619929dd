import { t } from '@lingui/core/macro';
import { CONTACT_MAX, LEGAL_TEXT_MAX, type LegalPageName, legalPages } from '@zapdeck/contract/instance';
import { isPublished } from '@zapdeck/contract/public-instance';
import type { Language } from '@zapdeck/contract/languages';
import { Field } from '../../../components/ui/field.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { Fold } from './fold.tsx';
import { TermsConsent } from './terms-consent.tsx';
import type { InstanceForm } from './instance-form.ts';
import { OwnTextField } from './own-text-field.tsx';

function wordsOf(name: LegalPageName) {
  const words = {
    privacy: {
      title: t`Privacy`,
      hint: t`If empty, the page describes what is stored here, with the settings in force.`,
    },
    terms: { title: t`Terms`, hint: t`If empty, the page is not published.` },
    imprint: { title: t`Imprint`, hint: t`If empty, the page is not published.` },
  };
  return words[name];
}

interface Props {
  form: InstanceForm;
  language: Language;
}

/** Fields for the legal pages: each a text in Markdown, or an address. */
export function LegalTexts({ form, language }: Props) {
  const { typed, errors, set } = form;
  return (
    <section aria-label={t`Legal pages`} className="grid grid-cols-1 gap-2">
      <h3 className="display text-lg">{t`Legal pages`}</h3>
      <p className="text-sm text-muted">{t`Linked in the footer and the menu, for everybody. Texts are written in Markdown.`}</p>
      {legalPages.map((name) => {
        const page = typed.legal[name];
        const { title, hint } = wordsOf(name);
        const change = (part: Partial<typeof page>) =>
          set('legal', { ...typed.legal, [name]: { ...page, ...part } });
        return (
          <Fold key={name} title={title}>
            <OwnTextField
              label={t`Text of ${title}`}
              hint={hint}
              error={errors[`legal.${name}.text.${language}`]}
              texts={page.text}
              language={language}
              max={LEGAL_TEXT_MAX}
              rows={10}
              onChange={(text) => change({ text })}
            />
            <Field
              label={t`Address of ${title}`}
              hint={t`Only if the page is on another site. It replaces the text.`}
              error={errors[`legal.${name}.url`]}
              optional
            >
              {(control) => (
                <TextInput
                  {...control}
                  type="url"
                  dir="ltr"
                  value={page.url}
                  placeholder="https://"
                  maxLength={CONTACT_MAX}
                  onChange={({ target }) => change({ url: target.value })}
                />
              )}
            </Field>
            {name === 'terms' && isPublished(page) ? <TermsConsent form={form} /> : null}
          </Fold>
        );
      })}
    </section>
  );
}
