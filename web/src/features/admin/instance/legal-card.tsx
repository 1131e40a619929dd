import { t } from '@lingui/core/macro';
import { Switch } from '../parts/switch.tsx';
import { type LegalForm, legalForm, type StoredLegal, useLegalForm } from './legal-form.ts';
import { CONTACT_MAX } from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import {
  LEGAL_TEXT_MAX,
  LEGAL_VERSIONS_MAX,
  type LegalPageName,
  legalPages,
  legalTextHistory,
} from '@zapdeck/contract/instance/legal-texts';
import { useId, useRef, useState } from 'react';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { callWithHeaders } from '../../../lib/call.ts';
import { SavedForm } from '../config/config-card.tsx';
import { HistorySheet } from '../config/history-sheet.tsx';
import { type Stored, useStored } from '../config/use-config-form.ts';
import { Fold } from './fold.tsx';
import type { InstanceDraft } from './instance-form.ts';
import { offeredLanguages, TextLanguage } from './language-fields.tsx';
import { OwnTextField } from './own-text-field.tsx';

/** Says who has to accept the terms. A switch asks members again when the terms change. */
function TermsConsent({ form: { typed, set } }: { form: LegalForm }) {
  const { version, isNeeded } = typed.consent;
  const asked = t`Members are asked at their next visit. Until they accept, they can only read, download their data or delete their account.`;
  if (version === 0) return <p className="text-sm text-muted">{asked}</p>;
  return (
    <Switch
      label={t`Members have to accept the change`}
      note={asked}
      checked={isNeeded}
      onChange={(needed) => set('consent', { version, isNeeded: needed })}
    />
  );
}

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

interface Place {
  page: LegalPageName;
  language: Language;
}

function PageForm({ page, language, stored }: Place & { stored: StoredLegal }) {
  const fields = useRef<HTMLDivElement>(null);
  const form = useLegalForm({ page, language }, stored, fields);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const { typed, errors, set } = form;
  const { title, hint } = wordsOf(page);
  const params = { page, language };
  const query = { limit: LEGAL_VERSIONS_MAX };
  return (
    <>
      <SavedForm
        form={form}
        saveLabel={t`Save: ${title}`}
        actions={
          <Button variant="quiet" onClick={() => setIsHistoryOpen(true)}>{t`History: ${title}`}</Button>
        }
      >
        <div ref={fields} className="grid grid-cols-1 gap-4">
          <OwnTextField
            label={t`Text of ${title}`}
            hint={hint}
            error={errors['text']}
            texts={{ [language]: typed.text }}
            language={language}
            max={LEGAL_TEXT_MAX}
            rows={10}
            onChange={(texts) => set('text', texts[language] ?? '')}
          />
          <Field
            label={t`Address of ${title}`}
            hint={t`If the page is on another site, enter its address. It replaces the text.`}
            error={errors['url']}
            optional
          >
            {(control) => (
              <TextInput
                {...control}
                type="url"
                dir="ltr"
                value={typed.url}
                placeholder="https://"
                maxLength={CONTACT_MAX}
                onChange={({ target }) => set('url', target.value)}
              />
            )}
          </Field>
          {page === 'terms' && (typed.text !== '' || typed.url !== '') ? <TermsConsent form={form} /> : null}
        </div>
      </SavedForm>
      <HistorySheet
        open={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
        path={`${legalTextHistory.path} ${page} ${language}`}
        read={(signal) => callWithHeaders(legalTextHistory, { params, query }, { signal })}
        title={t`History: ${title}`}
        onUse={(saved) => form.fill(saved)}
      />
    </>
  );
}

function LegalPage({ page, language }: Place) {
  const query = useStored(legalForm(page, language));
  return (
    <QueryView query={query} failure={t`Couldn’t load the legal page`} skeleton={<ListSkeleton rows={1} />}>
      {(stored) => <PageForm key={language} page={page} language={language} stored={stored} />}
    </QueryView>
  );
}

/** Card with the legal pages: each a text in Markdown or an address, and saved on its own. */
export function LegalCard({ stored }: { stored: Stored<InstanceDraft> }) {
  const id = useId();
  const offered = offeredLanguages(stored.values);
  const [chosen, setLanguage] = useState<Language>();
  const language = chosen && offered.includes(chosen) ? chosen : stored.values.defaultLanguage;
  return (
    <section aria-labelledby={id} className="card dash-config">
      <h2 id={id} className="display text-heading">{t`Legal pages`}</h2>
      <p className="text-muted">{t`Linked in the footer and the menu, for everybody. Texts are written in Markdown.`}</p>
      <TextLanguage offered={offered} language={language} onChange={setLanguage} />
      <div className="grid grid-cols-1 gap-2">
        {legalPages.map((page) => (
          <Fold key={page} title={wordsOf(page).title}>
            <LegalPage page={page} language={language} />
          </Fold>
        ))}
      </div>
    </section>
  );
}
