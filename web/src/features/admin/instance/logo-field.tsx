import { t } from '@lingui/core/macro';
import {
  type Instance,
  LOGO_FIELD,
  LOGO_MAX_BYTES,
  removeLogo,
  uploadLogo,
} from '@zapdeck/contract/instance/instance';
import { useId, useRef, useState } from 'react';
import { BoltMark } from '../../../components/ui/bolt-mark.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Status } from '../../../components/ui/status.tsx';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { upload } from '../../../lib/upload.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';
import type { Stored } from '../config/use-config-form.ts';
import { type InstanceDraft, instanceForm } from './instance-form.ts';

function show({ logo }: Instance): void {
  queryClient.setQueryData<Stored<InstanceDraft>>(
    ['admin', instanceForm.path],
    (before) => before && { ...before, values: { ...before.values, logo } },
  );
}

/** Uploads and removes the logo, each at once. */
export function LogoField({ logo }: { logo: string | null }) {
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
