import { t } from '@lingui/core/macro';
import { instanceHistoryCsv } from '@zapdeck/contract/wire/csv-exports';
import { instanceHistory } from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import { useRef, useState } from 'react';
import { callWithHeaders } from '../../../lib/call.ts';
import { ConfigCard } from '../config/config-card.tsx';
import { HISTORY_SHOWN, HistorySheet } from '../config/history-sheet.tsx';
import type { Stored } from '../config/use-config-form.ts';
import { Identity } from './identity.tsx';
import { type InstanceDraft, ownFieldsOf, useInstanceForm } from './instance-form.ts';
import { InstancePreview } from './instance-preview.tsx';
import { LanguageFields, offeredLanguages, TextLanguage } from './language-fields.tsx';
import { OwnTexts } from './own-texts.tsx';

/** Form for the name, look and texts of this instance, with a preview. */
export function InstanceCard({ stored }: { stored: Stored<InstanceDraft> }) {
  const fields = useRef<HTMLDivElement>(null);
  const form = useInstanceForm(stored, fields);
  const [chosen, setLanguage] = useState<Language>();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const values = { ...form.values, logo: stored.values.logo, termsVersion: 0 };
  const offered = offeredLanguages(values);
  const language = chosen && offered.includes(chosen) ? chosen : values.defaultLanguage;
  return (
    <>
      <ConfigCard
        title={t`This instance`}
        text={t`Its name, look and texts. Visitors see saved changes within seconds.`}
        form={form}
        saveLabel={t`Save instance`}
        onHistory={() => setIsHistoryOpen(true)}
      >
        <div ref={fields} className="grid grid-cols-1 gap-8">
          <TextLanguage offered={offered} language={language} onChange={setLanguage} />
          <Identity form={form} language={language} logo={stored.values.logo} />
          <InstancePreview values={values} language={language} />
          <OwnTexts form={form} language={language} />
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
        onUse={(saved) => form.fill(ownFieldsOf(saved))}
      />
    </>
  );
}
