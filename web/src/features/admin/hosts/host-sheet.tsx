import { plural, t } from '@lingui/core/macro';
import {
  HOST_APPS_COUNTED,
  HOST_MAX,
  HOST_NOTE_MAX,
  hostApps,
  type HostRule,
  HostRuleKind,
  saveHost,
} from '@zapdeck/contract/frames/hosts';
import { useState } from 'react';
import * as z from 'zod/mini';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { RecordSheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { CallError, call, callWithHeaders } from '../../../lib/call.ts';
import { useForm } from '../../../lib/form.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { pageOf } from '../../../lib/paged-list.ts';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { Choice } from '../../../components/list/choice.tsx';
import { SaveButtons } from '../parts/save-buttons.tsx';
import { useAdminAction } from '../parts/use-admin-action.ts';

/** Rule to change, or a new one, optionally for a given host. */
export interface EditedHost {
  id: string;
  host: string;
  rule?: HostRule;
}

interface Props {
  edited: EditedHost | undefined;
  onClose: () => void;
}

const kinds = () =>
  [
    ['blocked', t`Blocked`],
    ['trusted', t`Trusted`],
  ] as const;

const Rules = z.object({
  host: z
    .string()
    .check(z.trim(), z.minLength(1, { error: () => t`Please enter a host, such as example.org` })),
  rule: HostRuleKind,
  note: z.pipe(
    z.string(),
    z.transform((typed: string) => typed.trim() || null),
  ),
});
type Values = z.output<typeof Rules>;

/** Returns the number of apps in the deck that a new block touches. */
async function countTouched({ host, rule }: Values, known: HostRule | undefined): Promise<number> {
  if (rule !== 'blocked' || known?.rule === 'blocked') return 0;
  return pageOf(await callWithHeaders(hostApps, { query: { host, limit: 1 } })).total;
}

const savedInWords = ({ host, rule }: Pick<HostRule, 'host' | 'rule'>) =>
  rule === 'blocked' ? t`${host} is blocked` : t`${host} is trusted`;

interface Question {
  values: Values;
  touched: number;
}

function blockInWords(apps: number): string {
  const limit = formatCount(HOST_APPS_COUNTED);
  return apps < HOST_APPS_COUNTED
    ? plural(apps, {
        one: '# app in the deck will no longer open in its card after the next check. You can reject it on this tab.',
        other:
          '# apps in the deck will no longer open in their cards after the next check. You can reject them on this tab.',
      })
    : t`${limit} or more apps in the deck will no longer open in their cards after the next check. You can reject them on this tab.`;
}

function HostForm({ edited: { host, rule: known }, onClose }: { edited: EditedHost; onClose: () => void }) {
  const form = useForm(Rules, { host, rule: known?.rule ?? 'blocked', note: known?.note ?? '' });
  const { ref, bind, errors, set } = form;
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  const save = useAdminAction({
    form,
    name: 'save-host',
    async work({ values, isConfirmed }: { values: Values; isConfirmed: boolean }) {
      const touched = isConfirmed ? 0 : await countTouched(values, known);
      if (touched > 0) return { question: { values, touched } };
      const { rule, note } = values;
      return { saved: await call(saveHost, { params: { host: values.host }, body: { rule, note } }) };
    },
    success: ({ saved }) => saved && savedInWords(saved),
    failure: t`Couldn’t save the rule`,
    prefersServerText: true,
    onError(error) {
      close();
      if (!(error instanceof CallError && error.fields['host'])) return false;
      form.refuse(error.fields);
      return true;
    },
    onDone(result) {
      if (result.saved) onClose();
      else setQuestion(result.question);
    },
  });
  const touched = question?.touched ?? 0;
  return (
    <>
      <form
        ref={ref}
        onSubmit={form.submit((values) => save.start({ values, isConfirmed: false }))}
        className="grid gap-5"
        noValidate
      >
        {known ? null : (
          <Field
            label={t`Host`}
            hint={t`Includes all subdomains. You can paste an address.`}
            error={errors.host}
          >
            {(control) => (
              <TextInput
                {...control}
                {...bind('host')}
                data-autofocus
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={HOST_MAX}
              />
            )}
          </Field>
        )}
        {useIsAdmin() ? (
          <Choice
            label={t`Rule`}
            value={form.values.rule}
            options={kinds()}
            onChoose={(rule) => set('rule', rule)}
          />
        ) : null}
        <Field label={t`Note`} optional hint={t`Only moderators see this.`}>
          {(control) => (
            <textarea
              {...control}
              {...bind('note')}
              dir="auto"
              rows={2}
              maxLength={HOST_NOTE_MAX}
              className={`${controlClass} resize-none`}
            />
          )}
        </Field>
        <SaveButtons isSaving={save.pending} onCancel={onClose} />
      </form>
      <ConfirmSheet
        open={question !== undefined}
        title={t`Block this host?`}
        confirm={t`Block`}
        pending={save.pending ? t`Blocking…` : undefined}
        onConfirm={() => question && save.start({ values: question.values, isConfirmed: true })}
        onClose={close}
      >
        <p>{blockInWords(touched)}</p>
      </ConfirmSheet>
    </>
  );
}

/** Blocks a host, or trusts it if the user is an admin, with a note for other moderators. */
export function HostSheet({ edited, onClose }: Props) {
  const newTitle = useIsAdmin() ? t`Add a host` : t`Block a host`;
  return (
    <RecordSheet
      record={edited}
      onClose={onClose}
      title={({ host, rule }) => (rule ? t`Rule for ${host}` : newTitle)}
    >
      {(shown) => <HostForm edited={shown} onClose={onClose} />}
    </RecordSheet>
  );
}
