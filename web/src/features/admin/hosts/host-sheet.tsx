import {
  HOST_APPS_COUNTED,
  HOST_MAX,
  HOST_NOTE_MAX,
  hostApps,
  type HostRule,
  type HostRuleKind,
  saveHost,
} from '@zapdeck/contract/hosts';
import { type SubmitEvent, useState } from 'react';
import { controlClass, Field } from '../../../components/ui/field.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { toast } from '../../../components/ui/toast.tsx';
import { CallError, call, callWithHeaders } from '../../../lib/call.ts';
import { formatCount, formatCounted } from '../../../lib/numbers.ts';
import { pageOf } from '../../../lib/paged-list.ts';
import { tellFailure } from '../../../lib/tell-failure.ts';
import { ConfirmSheet } from '../parts/confirm-sheet.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { refreshAdmin } from '../parts/refresh-admin.ts';
import { SaveButtons } from '../parts/save-buttons.tsx';
import { useOpened } from '../parts/use-opened.ts';

/** A rule that is not there yet, for a host that may be filled in. */
export interface NewHost {
  newHost: string;
}

interface Props {
  /** The rule that is changed, or a new one. */
  edited: HostRule | NewHost | undefined;
  onClose: () => void;
}

const kinds = [
  ['blocked', 'Blocked'],
  ['trusted', 'Trusted'],
] as const;

const nothing: { host: string; rule: HostRuleKind; note: string } = { host: '', rule: 'blocked', note: '' };

/** Blocks or trusts a host, with a note for other moderators. */
export function HostSheet({ edited, onClose }: Props) {
  const [form, setForm] = useState(nothing);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [touched, setTouched] = useState(0);
  const shown = useOpened(edited, (opened) => {
    setError(undefined);
    setForm(
      'newHost' in opened
        ? { ...nothing, host: opened.newHost }
        : { host: opened.host, rule: opened.rule, note: opened.note ?? '' },
    );
  });

  /** Apps in the deck that a new block touches. */
  const countTouched = async (): Promise<number> => {
    const wasBlocked = edited !== undefined && 'rule' in edited && edited.rule === 'blocked';
    if (form.rule !== 'blocked' || wasBlocked) return 0;
    return pageOf(await callWithHeaders(hostApps, { query: { host: form.host.trim(), limit: 1 } })).total;
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (form.host.trim() === '') return setError('Which host? Such as example.org');
    await saveRule(false);
  };
  const saveRule = async (isConfirmed: boolean) => {
    setIsBusy(true);
    try {
      const count = isConfirmed ? 0 : await countTouched();
      setTouched(count);
      if (count > 0) return setIsBusy(false);
      const { host, rule } = await call(saveHost, {
        params: { host: form.host.trim() },
        body: { rule: form.rule, note: form.note.trim() || null },
      });
      toast({ title: 'Success', description: `${host} is ${rule}` });
      void refreshAdmin();
      onClose();
    } catch (refusal) {
      setTouched(0);
      const fault = refusal instanceof CallError ? refusal.fields['host'] : undefined;
      if (fault === undefined)
        tellFailure(refusal, { action: 'save-host', title: 'Error', text: 'Failed to save the rule' });
      setError(fault);
    }
    setIsBusy(false);
  };

  const isNew = shown === undefined || 'newHost' in shown;
  return (
    <Sheet
      open={edited !== undefined}
      onClose={onClose}
      title={isNew ? 'Add a host' : `Rule for ${form.host}`}
    >
      <form onSubmit={(event) => void save(event)} className="grid gap-5" noValidate>
        {isNew ? (
          <Field label="Host" hint="With all hosts below it. An address can be pasted." error={error}>
            {(control) => (
              <TextInput
                {...control}
                data-autofocus
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={HOST_MAX}
                value={form.host}
                onChange={(event) => setForm({ ...form, host: event.target.value })}
              />
            )}
          </Field>
        ) : null}
        <Choice
          label="Rule"
          value={form.rule}
          options={kinds}
          onChoose={(rule) => setForm({ ...form, rule })}
        />
        <Field label="Note" optional hint="For moderators alone.">
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              rows={2}
              maxLength={HOST_NOTE_MAX}
              className={`${controlClass} resize-none`}
              value={form.note}
              onChange={(event) => setForm({ ...form, note: event.target.value })}
            />
          )}
        </Field>
        <SaveButtons isSaving={isBusy} onCancel={onClose} />
      </form>
      <ConfirmSheet
        open={touched > 0}
        title="Block this host?"
        confirm="Block"
        pending={isBusy ? 'Blocking...' : undefined}
        onConfirm={() => void saveRule(true)}
        onClose={() => setTouched(0)}
      >
        <p>
          {`${touched < HOST_APPS_COUNTED ? formatCounted(touched, 'app') : `${formatCount(touched)} or more apps`} in the deck will no longer open inside Zapdeck after the next check. You can reject them on this tab.`}
        </p>
      </ConfirmSheet>
    </Sheet>
  );
}
