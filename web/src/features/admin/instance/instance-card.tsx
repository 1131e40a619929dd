import { t } from '@lingui/core/macro';
import { instanceHistoryCsv } from '@zapdeck/contract/csv-exports';
import { instanceHistory } from '@zapdeck/contract/instance';
import { type Language, languages } from '@zapdeck/contract/languages';
import { useRef, useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { callWithHeaders } from '../../../lib/call.ts';
import { ConfigCard } from '../config/config-card.tsx';
import { HISTORY_SHOWN, HistorySheet } from '../config/history-sheet.tsx';
import { Identity } from './identity.tsx';
import { type InstanceDraft, useInstanceForm } from './instance-form.ts';
import { InstancePreview } from './instance-preview.tsx';
import { LanguageFields, offeredLanguages } from './language-fields.tsx';
import { LegalTexts } from './legal-texts.tsx';
import { OwnTexts } from './own-texts.tsx';

/** Form for the name, look, texts and legal pages of this instance, with a preview. */
export function InstanceCard({ stored }: { stored: InstanceDraft }) {
  const fields = useRef<HTMLDivElement>(null);
  const form = useInstanceForm(stored, fields);
  const [chosen, setLanguage] = useState<Language>();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const values = { ...form.values, logo: stored.logo, termsVersion: stored.consent.version };
  const offered = offeredLanguages(values);
  const language = chosen && offered.includes(chosen) ? chosen : values.defaultLanguage;
  return (
    <>
      <ConfigCard
        title={t`This instance`}
        text={t`Its name, look, texts and legal pages. Visitors see saved changes within seconds.`}
        isUnsaved={form.isUnsaved}
        saveLabel={t`Save instance`}
        save={form.save}
        onDiscard={form.discard}
        onHistory={() => setIsHistoryOpen(true)}
      >
        <div ref={fields} className="grid grid-cols-1 gap-8">
          {offered.length > 1 ? (
            <Field label={t`Language of the texts`} hint={t`Each text can have a version in every language.`}>
              {(control) => (
                <SelectInput
                  {...control}
                  value={language}
                  onChange={({ target }) => setLanguage(target.value as Language)}
                >
                  {offered.map((tag) => (
                    <option key={tag} value={tag}>
                      {languages[tag].name}
                    </option>
                  ))}
                </SelectInput>
              )}
            </Field>
          ) : null}
          <Identity form={form} language={language} logo={stored.logo} />
          <InstancePreview values={values} language={language} />
          <OwnTexts form={form} language={language} />
          <LegalTexts form={form} language={language} />
          <LanguageFields form={form} />
        </div>
      </ConfigCard>
      <HistorySheet
        open={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
        path={instanceHistory.path}
        file={instanceHistoryCsv}
        read={(signal) => callWithHeaders(instanceHistory, { query: { limit: HISTORY_SHOWN } }, { signal })}
        title={t`History of this instance`}
        onUse={(saved) => form.fill(saved)}
      />
    </>
  );
}
