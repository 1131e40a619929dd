import type { Route } from '@zapdeck/contract/wire/route';
import { useState } from 'react';
import { Field } from '../../../components/ui/field.tsx';
import { SelectInput } from '../../../components/ui/select-input.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import type { Answer } from '../../../lib/call.ts';
import type { Elements } from '../../../lib/elements.ts';
import { Switch } from '../parts/switch.tsx';
import { inWords } from '../parts/words/in-words.ts';
import { ConfigCard, StoredConfig } from './config-card.tsx';
import { HistorySheet, type Saved } from './history-sheet.tsx';
import { type ConfigForm, type Definition, type Typed, useConfigForm } from './use-config-form.ts';

/** A setting of a form. Its control follows from its value: a switch, a choice or a number. */
export interface SettingRow<V> {
  name: keyof V & string;
  /** Says what people will notice. */
  hint: string;
  /** Step of a number field. Default: 1. */
  step?: number;
  min?: number;
  max?: number;
  /** Values to choose from. Makes the control a drop-down. */
  options?: readonly string[];
  /** Returns false for a text that the field ignores while it is typed. */
  accepts?: (text: string) => boolean;
}

/** A card of settings: its texts, rows and calls. */
export interface Settings<V extends object, Past extends object = V> {
  form: Definition<V, number>;
  texts: () => { title: string; text: string; save: string; history: string };
  rows: () => readonly SettingRow<V>[];
  past: { path: string; file: Route; read: (signal: AbortSignal) => Promise<Answer<Saved<Past>[]>> };
}

interface ControlProps<V extends object> {
  form: Pick<ConfigForm<V>, 'typed' | 'values' | 'set'>;
  row: SettingRow<V>;
}

/** A number stays as typed until the field loses focus. Then an invalid one is corrected. */
function SettingControl<V extends object>({ form, row }: ControlProps<V>) {
  const { name, hint, step = 1, min, max, options, accepts = () => true } = row;
  const value: unknown = form.typed[name];
  const set = (next: unknown) => form.set(name, next as Typed<V>[typeof name]);
  const label = inWords(name);
  if (typeof value === 'boolean')
    return (
      <div className="col-span-full">
        <Switch label={label} note={hint} checked={value} onChange={set} />
      </div>
    );
  return (
    <Field label={label} hint={hint}>
      {(control) =>
        options ? (
          <SelectInput {...control} value={String(value)} onChange={({ target }) => set(target.value)}>
            {options.map((option) => (
              <option key={option} value={option}>
                {inWords(option)}
              </option>
            ))}
          </SelectInput>
        ) : (
          <TextInput
            {...control}
            type="number"
            inputMode={step < 1 ? 'decimal' : 'numeric'}
            step={step}
            min={min}
            max={max}
            className="tabular"
            value={String(value)}
            onChange={({ target }) => accepts(target.value) && set(target.value)}
            onBlur={() => set(String(form.values[name]))}
          />
        )
      }
    </Field>
  );
}

interface Props<V extends object, Past extends object> {
  settings: Settings<V, Past>;
  form: ConfigForm<V, number>;
  actions?: Elements;
  children?: Elements;
}

/** Card with the form of a table of settings, and with their history. */
export function SettingsCard<V extends Past, Past extends object>({
  settings: { texts, rows, past },
  form,
  actions,
  children,
}: Props<V, Past>) {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const { title, text, save, history } = texts();
  return (
    <>
      <ConfigCard
        title={title}
        text={text}
        form={form}
        saveLabel={save}
        onHistory={() => setIsHistoryOpen(true)}
        actions={actions}
      >
        <div className="dash-fields">
          {rows().map((row) => (
            <SettingControl key={row.name} form={form} row={row} />
          ))}
        </div>
        {children}
      </ConfigCard>
      <HistorySheet
        open={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
        title={history}
        {...past}
        onUse={(values) => form.fill(values)}
      />
    </>
  );
}

function LoadedSettings<V extends object>({
  settings,
  stored,
}: {
  settings: Settings<V>;
  stored: Parameters<typeof useConfigForm<V, number>>[1];
}) {
  return <SettingsCard settings={settings} form={useConfigForm(settings.form, stored)} />;
}

/** Card of settings without anything else. */
export function PlainSettings<V extends object>({ settings }: { settings: Settings<V> }) {
  return (
    <StoredConfig of={settings.form} rows={1}>
      {(stored) => <LoadedSettings settings={settings} stored={stored} />}
    </StoredConfig>
  );
}
