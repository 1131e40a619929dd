import { t } from '@lingui/core/macro';
import { type AccentColours, accentColours } from '@zapdeck/contract/pictures/accent';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Status } from '../../../components/ui/status.tsx';
import {
  CONTACT_MAX,
  type Instance,
  INSTANCE_DESCRIPTION_MAX,
  INSTANCE_NAME_MAX,
  LOGO_FIELD,
  LOGO_MAX_BYTES,
  removeLogo,
  TAGLINE_MAX,
  uploadLogo,
} from '@zapdeck/contract/instance/instance';
import { useId, useRef, useState } from 'react';
import { BoltMark } from '../../../components/ui/bolt-mark.tsx';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { upload } from '../../../lib/upload.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import type { Stored } from '../config/use-config-form.ts';
import { type InstanceDraft, instanceForm, type InstanceForm } from './instance-form.ts';
import type { Language } from '@zapdeck/contract/wire/languages';
import { SOFTWARE_NAME } from '@zapdeck/contract/instance/software-name';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { Switch } from '../parts/switch.tsx';
import { OwnTextField } from './own-text-field.tsx';

/** The violet of the software. */
const STANDARD = '#7a4bee';

function uses({ fill, ink }: AccentColours): [colour: string, use: string][] {
  return [
    [fill.light, t`Buttons in light mode`],
    [fill.dark, t`Buttons in dark mode`],
    [ink.light, t`Text in light mode`],
    [ink.dark, t`Text in dark mode`],
  ];
}

function AccentUses({ accent }: { accent: string }) {
  const shown = uses(accentColours(accent));
  const isAdjusted = shown.some(([colour]) => colour !== accent);
  return (
    <>
      <Status className="text-sm text-muted">
        {isAdjusted
          ? t`Made lighter or darker where needed, so that texts have a contrast of at least 4.5 to 1:`
          : t`Its contrast is sufficient everywhere. Nothing is adjusted.`}
      </Status>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-2 text-sm">
        {shown.map(([colour, use]) => (
          <li key={use} className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className="size-5 rounded-pill border border-line-strong"
              style={{ background: colour }}
            />
            <span>{use}</span>
            <code className="text-muted">{colour}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  accent: string | null;
  error: string | undefined;
  onChange: (accent: string | null) => void;
}

/** Field for the colour of the instance. Says how it is adjusted for contrast. */
function ColourField({ accent, error, onChange }: Props) {
  return (
    <div className="grid content-start gap-2">
      <Field label={t`Colour`} hint={t`For buttons, links and highlights.`} error={error}>
        {(control) => (
          <span className="flex flex-wrap items-center gap-3">
            <input
              {...control}
              type="color"
              value={accent ?? STANDARD}
              onChange={({ target }) => onChange(target.value)}
              className="h-12 w-20 cursor-pointer rounded-field border border-line-strong bg-surface p-1.5"
            />
            {accent === null ? null : (
              <Button variant="quiet" onClick={() => onChange(null)}>{t`Standard colour`}</Button>
            )}
          </span>
        )}
      </Field>
      {accent === null ? null : <AccentUses accent={accent} />}
    </div>
  );
}

function show({ logo }: Instance): void {
  queryClient.setQueryData<Stored<InstanceDraft>>(
    ['admin', instanceForm.path],
    (before) => before && { ...before, values: { ...before.values, logo } },
  );
}

/** Uploads and removes the logo, each at once. */
function LogoField({ logo }: { logo: string | null }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const change = useAdminAction({
    name: 'change-logo',
    form: { refuse: ({ logo: reason }) => setError(reason) },
    async work(file: File | null) {
      setError(undefined);
      if (file === null) return call(removeLogo, {});
      const form = new FormData();
      form.append(LOGO_FIELD, file);
      return (await upload(uploadLogo, {}, form, () => undefined)).data;
    },
    success: ({ logo: current }) => (current === null ? t`Logo removed` : t`Logo changed`),
    failure: t`Couldn’t change the logo`,
    prefersServerText: true,
    onDone: show,
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > LOGO_MAX_BYTES) setError(t`The file is larger than 1 MB.`);
    else change.start(file);
    // Otherwise the browser reports no change if the user chooses this file again.
    if (input.current) input.current.value = '';
  };
  return (
    <div className="grid content-start gap-1.5">
      <p className="text-sm font-semibold">{t`Logo`}</p>
      <div className="flex flex-wrap items-center gap-3">
        {logo === null ? (
          <BoltMark className="size-14" />
        ) : (
          <img src={`/logo/${logo}/192.png`} alt={t`Current logo`} className="size-14 object-contain" />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          aria-label={t`Logo file`}
          aria-describedby={`${id}-error`}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <Button
          variant="secondary"
          pending={change.pending ? t`Saving…` : undefined}
          onClick={() => input.current?.click()}
        >
          {logo === null ? t`Choose a logo` : t`Replace`}
        </Button>
        {logo === null ? null : (
          <Button variant="quiet" onClick={() => change.start(null)}>{t`Remove`}</Button>
        )}
      </div>
      {error === undefined ? (
        <p className="text-sm text-muted">{t`PNG, JPEG, WebP or SVG, at most 1 MB, preferably square. It is used right away.`}</p>
      ) : null}
      <Status id={`${id}-error`} className="text-sm font-medium text-down-ink">
        {error}
      </Status>
    </div>
  );
}

interface IdentityProps {
  form: InstanceForm;
  language: Language;
  logo: string | null;
}

/** Fields for the name, logo, colour and contact of the instance. */
export function Identity({ form, language, logo }: IdentityProps) {
  const { typed, errors, set } = form;
  return (
    <section aria-label={t`Name and look`} className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field
          label={t`Name`}
          hint={t`In titles, emails and feeds, and on home screens.`}
          error={errors['name']}
        >
          {(control) => (
            <TextInput
              {...control}
              value={typed.name}
              maxLength={INSTANCE_NAME_MAX}
              autoComplete="off"
              onChange={({ target }) => set('name', target.value)}
            />
          )}
        </Field>
        <OwnTextField
          label={t`Tagline`}
          hint={t`In the footer and in link previews.`}
          error={errors[`tagline.${language}`]}
          texts={typed.tagline}
          language={language}
          max={TAGLINE_MAX}
          onChange={(texts) => set('tagline', texts)}
        />
        <Field
          label={t`Contact`}
          hint={t`An email address or a page. Linked in the footer.`}
          error={errors['contact']}
          optional
        >
          {(control) => (
            <TextInput
              {...control}
              dir="ltr"
              value={typed.contact}
              maxLength={CONTACT_MAX}
              autoComplete="off"
              onChange={({ target }) => set('contact', target.value)}
            />
          )}
        </Field>
      </div>
      <OwnTextField
        label={t`Description`}
        hint={t`For search engines and home screens.`}
        error={errors[`description.${language}`]}
        texts={typed.description}
        language={language}
        max={INSTANCE_DESCRIPTION_MAX}
        rows={2}
        onChange={(texts) => set('description', texts)}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <LogoField logo={logo} />
        <ColourField
          accent={typed.accent}
          error={errors['accent']}
          onChange={(accent) => set('accent', accent)}
        />
      </div>
      <Switch
        label={t`Powered by ${{ software: SOFTWARE_NAME }}`}
        note={t`Names the software in the footer.`}
        checked={typed.showPoweredBy}
        onChange={(isShown) => set('showPoweredBy', isShown)}
      />
    </section>
  );
}
