import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import {
  PICTURE_MAX_BYTES,
  pictureTypes,
  removeAppPicture,
  uploadAppPicture,
} from '@zapdeck/contract/apps/change-own-app';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { buttonClass } from '../../components/ui/button-class.ts';
import { Button } from '../../components/ui/button.tsx';
import { Cover } from '../../components/ui/cover.tsx';
import { Status } from '../../components/ui/status.tsx';
import { call } from '../../lib/call.ts';
import { failureText } from '../../lib/notify-error.ts';
import { upload } from '../../lib/upload.ts';
import { useAction } from '../../lib/use-action.ts';
import { keepOwnApp } from './own-app.ts';

interface Chosen {
  file: File;
  /** A data URL, because the content security policy allows no blob URLs. */
  look: string;
}

const failed = () => t`Couldn’t upload the picture. Please try again.`;

function factOf({ picture, isPictureOwn, isPictureAllowed }: OwnApp): string {
  if (!isPictureAllowed) return t`A moderator removed the picture. The app shows a drawn cover.`;
  if (isPictureOwn) return t`Picture that you uploaded.`;
  return picture === null
    ? t`Its page has no usable picture, so the app shows a drawn cover.`
    : t`Picture from the app’s page.`;
}

/** Returns why the file cannot be uploaded, or undefined. */
function faultOf({ size, type }: File): string | undefined {
  if (!pictureTypes.some((known) => known === type))
    return t`Please choose a WebP, PNG, JPEG, AVIF or SVG picture.`;
  return size > PICTURE_MAX_BYTES ? t`This picture is larger than 5 MB.` : undefined;
}

function lookAt(file: File): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}

/** The app's picture, with a form that previews a new one, uploads it, and shows progress or an error. */
export function PicturePart({ app }: { app: OwnApp }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [share, setShare] = useState(0);
  const [fault, setFault] = useState<string>();
  // Reading an earlier file may take longer.
  const newest = useRef<File>(undefined);
  const clear = () => {
    newest.current = undefined;
    setChosen(undefined);
    if (input.current) input.current.value = '';
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const found = faultOf(file);
    setFault(found);
    if (found) return clear();
    newest.current = file;
    const look = await lookAt(file);
    if (newest.current === file) setChosen({ file, look });
  };
  const sending = useAction({
    work: async (file: File) => {
      setShare(0);
      setFault(undefined);
      const { data } = await upload(uploadAppPicture, { params: { id: app.id } }, file, setShare);
      keepOwnApp(data);
    },
    success: { title: t`Picture uploaded`, description: t`It is shown wherever your app appears.` },
    failure: { action: 'upload-picture', title: t`Couldn’t upload the picture` },
    onError(error) {
      setFault(failureText(error, { text: failed() }));
      return false;
    },
    onDone: clear,
  });
  const removal = useAction({
    work: async () => keepOwnApp(await call(removeAppPicture, { params: { id: app.id } })),
    success: { title: t`Picture removed`, description: t`The next check looks for a picture on your page.` },
    failure: { action: 'remove-picture', title: t`Couldn’t remove the picture` },
  });
  return (
    <div role="group" aria-labelledby={`${id}-title`} className="grid grid-cols-1 gap-3">
      <h3 id={`${id}-title`} className="text-sm font-semibold">{t`Picture`}</h3>
      <div className="flex flex-wrap items-center gap-4">
        {chosen ? (
          <img
            src={chosen.look}
            alt={t`Chosen picture`}
            className="h-28 w-48 max-w-full rounded-field bg-raised object-cover"
          />
        ) : (
          <Cover app={app} className="h-28 w-48 max-w-full shrink-0 rounded-field" />
        )}
        <p className="min-w-[min(11rem,100%)] grow basis-0 text-sm text-muted">
          {chosen ? t`${chosen.file.name} is cropped to fit.` : factOf(app)}
        </p>
      </div>
      {sending.pending ? (
        <progress
          className="h-2 w-full accent-brand"
          aria-label={t`Uploading…`}
          max={1}
          value={share === 1 ? undefined : share}
        />
      ) : null}
      <Status id={`${id}-fault`} className="text-sm font-medium wrap-anywhere text-down-ink">
        {fault}
      </Status>
      {app.isPictureAllowed ? (
        <div className="flex flex-wrap items-center gap-2.5">
          {chosen ? (
            <Button
              pending={sending.pending ? t`Uploading…` : undefined}
              onClick={() => sending.start(chosen.file)}
            >{t`Use this picture`}</Button>
          ) : null}
          {sending.pending ? null : (
            <label
              className={buttonClass(
                'secondary',
                'md',
                'cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-ink',
              )}
            >
              <span>{chosen ? t`Choose another` : t`Upload a picture`}</span>
              <input
                ref={input}
                type="file"
                accept={pictureTypes.join(',')}
                aria-describedby={`${id}-hint ${id}-fault`}
                className="sr-only"
                onChange={(event) => void choose(event)}
              />
            </label>
          )}
          {chosen && !sending.pending ? <Button variant="quiet" onClick={clear}>{t`Cancel`}</Button> : null}
          {!chosen && app.isPictureOwn ? (
            <Button
              variant="quiet"
              pending={removal.pending ? t`Removing…` : undefined}
              onClick={removal.start}
            >{t`Remove picture`}</Button>
          ) : null}
          <p
            id={`${id}-hint`}
            className="basis-full text-sm text-muted"
          >{t`WebP, PNG, JPEG, AVIF or SVG, up to 5 MB, at least 320 pixels wide.`}</p>
        </div>
      ) : null}
    </div>
  );
}
