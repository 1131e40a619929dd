import { t } from '@lingui/core/macro';
import { allowAppPicture } from '@zapdeck/contract/pictures/app-pictures';
import type { AdminApp } from '@zapdeck/contract/apps/apps';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Cover } from '../../../components/ui/cover.tsx';
import { call } from '../../../lib/call.ts';
import { useAdminAction } from '../parts/use-admin-action.ts';

function factOf({ isPictureAllowed, picture }: AdminApp): string {
  if (!isPictureAllowed) return t`Its picture was removed. A drawn cover is shown instead.`;
  return picture === null
    ? t`No usable picture on its page. A drawn cover is shown instead.`
    : t`Picture from the app’s page.`;
}

interface Props {
  app: AdminApp;
  onChange: (changed: AdminApp) => void;
}

/** The app's picture, with a button that removes it or allows pictures again. */
export function PictureFacts({ app, onChange }: Props) {
  const [shown, setShown] = useState(app);
  const isAllowed = !shown.isPictureAllowed;
  const change = useAdminAction({
    name: 'allow-app-picture',
    work: () => call(allowAppPicture, { params: { id: shown.id }, body: { isAllowed } }),
    success: isAllowed ? t`Looking for a picture again` : t`Picture removed`,
    failure: t`Couldn’t change the picture`,
    prefersServerText: true,
    onDone(changed) {
      setShown(changed);
      onChange(changed);
    },
  });
  return (
    <div role="group" aria-label={t`Picture`} className="flex flex-wrap items-center gap-3.5">
      <Cover app={shown} className="h-16 w-28 shrink-0 rounded-field" />
      <p className="min-w-[min(10rem,100%)] grow basis-0 text-sm text-muted">{factOf(shown)}</p>
      {shown.picture !== null || isAllowed ? (
        <Button variant="secondary" pending={change.pending ? t`Saving…` : undefined} onClick={change.start}>
          {isAllowed ? t`Allow a picture` : t`Remove picture`}
        </Button>
      ) : null}
    </div>
  );
}
