import { t } from '@lingui/core/macro';
import { type AccentColours, accentColours } from '@zapdeck/contract/pictures/accent';
import { type Instance, instanceHistory } from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import { publicInstance } from '@zapdeck/contract/instance/public-instance';
import { type CSSProperties, useRef, useState } from 'react';
import { BoltMark } from '../../../components/ui/bolt-mark.tsx';
import { say } from '../../../lib/say.ts';
import { screens } from '@zapdeck/contract/instance/screens';
import { instanceHistoryCsv } from '@zapdeck/contract/wire/csv-exports';
import { callWithHeaders } from '../../../lib/call.ts';
import { ConfigCard } from '../config/config-card.tsx';
import { HISTORY_SHOWN, HistorySheet } from '../config/history-sheet.tsx';
import type { Stored } from '../config/use-config-form.ts';
import { Identity } from './identity.tsx';
import { type InstanceDraft, ownFieldsOf, useInstanceForm } from './instance-form.ts';
import { LanguageFields, offeredLanguages, TextLanguage } from './language-fields.tsx';
import { OwnTexts } from './own-texts.tsx';

const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

function lookOf(scheme: Scheme, accent: AccentColours | null): CSSProperties {
  const own = accent && {
    '--brand': accent.fill[scheme],
    '--brand-ink': accent.ink[scheme],
    '--brand-soft': accent.soft[scheme],
  };
  return { colorScheme: scheme, ...own };
}

function Mark({ logo, className }: { logo: string | null; className: string }) {
  return logo === null ? (
    <BoltMark className={className} />
  ) : (
    <img src={`/logo/${logo}/192.png`} alt="" className={`shrink-0 object-contain ${className}`} />
  );
}

const buttonLook = 'rounded-pill bg-brand px-4 py-2 text-center text-sm font-semibold text-white';

/** Header, landing page and mail as visitors would see them after a save. Both colour schemes. */
function InstancePreview({ values, language }: { values: Instance; language: Language }) {
  const shown = publicInstance(values, language);
  const name = <span className="display min-w-0 wrap-anywhere">{shown.name}</span>;
  return (
    <section aria-label={t`Preview`} className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {schemes.map((scheme) => (
        <div
          key={scheme}
          style={lookOf(scheme, values.accent === null ? null : accentColours(values.accent))}
          className="overflow-hidden rounded-card border border-line bg-paper text-ink"
        >
          <div className="flex items-center gap-2 border-b border-line px-4 py-3 text-lg leading-tight">
            <Mark logo={shown.logo} className="size-8" />
            {name}
            <span className={`ms-auto ${buttonLook}`}>{t`Login`}</span>
          </div>
          <div className="grid grid-cols-1 gap-3 p-4">
            <p dir="auto" className="display text-2xl leading-tight wrap-anywhere">
              {shown.landing.heading ?? say(screens.landing.title)}
            </p>
            {shown.landing.subtitle === null ? null : (
              <p dir="auto" className="text-sm wrap-anywhere text-muted">
                {shown.landing.subtitle}
              </p>
            )}
            <span className={`justify-self-start ${buttonLook}`}>{t`Get Started`}</span>
            <div className="mt-2 grid grid-cols-1 gap-2 rounded-card border border-line bg-surface p-4">
              <p className="flex items-center gap-2 text-sm">
                <Mark logo={shown.logo} className="size-6" />
                {name}
              </p>
              <p className="text-sm font-semibold">{t`Please confirm your email address`}</p>
              <span className={buttonLook}>{t`Confirm my email`}</span>
            </div>
            {shown.tagline === null ? null : (
              <p dir="auto" className="text-xs wrap-anywhere text-muted">
                {shown.tagline}
              </p>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}

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
