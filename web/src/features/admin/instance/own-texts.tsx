import { t } from '@lingui/core/macro';
import { HEADING_MAX, NOTE_MAX, SUBTITLE_MAX } from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import { Fold } from './fold.tsx';
import type { InstanceForm } from './instance-form.ts';
import { OwnTextField } from './own-text-field.tsx';

type PageName = 'landing' | 'about';

const parts = [
  { name: 'heading', max: HEADING_MAX, rows: 1 },
  { name: 'subtitle', max: SUBTITLE_MAX, rows: 2 },
  { name: 'note', max: NOTE_MAX, rows: 3 },
] as const;

function labelOf(page: PageName, part: (typeof parts)[number]['name']): string {
  const labels = {
    landing: {
      heading: t`Heading`,
      subtitle: t`Subtitle`,
      note: t({ message: 'Note', context: 'on a page' }),
    },
    about: { heading: t`About: heading`, subtitle: t`About: subtitle`, note: t`About: note` },
  };
  return labels[page][part];
}

interface Props {
  form: InstanceForm;
  language: Language;
}

/** Fields for own texts of the landing page, of About and of the submit form. Empty ones keep the standard text. */
export function OwnTexts({ form, language }: Props) {
  const { typed, errors, set } = form;
  const page = (name: PageName, title: string) => (
    <Fold title={title}>
      {parts.map((part) => (
        <OwnTextField
          key={part.name}
          label={labelOf(name, part.name)}
          error={errors[`${name}.${part.name}.${language}`]}
          texts={typed[name][part.name]}
          language={language}
          max={part.max}
          rows={part.rows}
          onChange={(texts) => set(name, { ...typed[name], [part.name]: texts })}
        />
      ))}
    </Fold>
  );
  return (
    <section aria-label={t`Own texts`} className="grid grid-cols-1 gap-2">
      <h3 className="display text-lg">{t`Own texts`}</h3>
      <p className="text-sm text-muted">{t`Leave a text empty to keep the standard one.`}</p>
      {page('landing', t`Landing page`)}
      {page('about', t`About`)}
      <Fold title={t`Submit form`}>
        <OwnTextField
          label={t`Note above the form`}
          error={errors[`submitNote.${language}`]}
          texts={typed.submitNote}
          language={language}
          max={NOTE_MAX}
          rows={3}
          onChange={(texts) => set('submitNote', texts)}
        />
      </Fold>
    </section>
  );
}
