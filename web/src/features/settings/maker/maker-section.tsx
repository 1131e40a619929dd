import { t } from '@lingui/core/macro';
import type { MakerPage } from '@zapdeck/contract/accounts/maker-page';
import IdCard from 'lucide-react/icons/id-card';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { AccountRow } from '../account/account-row.tsx';
import { MailRow } from '../account/mail-row.tsx';
import { useMailPreferences, useMakerPage } from './use-maker.ts';

const MakerPageSheet = lazyPart(() => import('./maker-page-sheet.tsx'));

function Skeleton() {
  return (
    <div aria-hidden="true" className="flex items-center gap-4 py-4 md:py-5">
      <div className="skeleton size-11 shrink-0" />
      <div className="grid grow gap-2">
        <div className="skeleton h-4 w-24" />
        <div className="skeleton h-3.5 w-3/5" />
      </div>
    </div>
  );
}

function PageRow({ page }: { page: MakerPage | null }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <AccountRow
        icon={IdCard}
        title={t`Your maker page`}
        text={
          page ? (
            <a
              href={page.pageUrl}
              className="inline-flex min-h-11 items-center font-medium text-brand-ink wrap-anywhere underline-offset-4 hover:underline"
            >
              {page.pageUrl.replace(/^https?:\/\//, '')}
            </a>
          ) : (
            t`A public page with your links and apps. Your name on each app links to it.`
          )
        }
      >
        <Button
          variant="secondary"
          className="max-sm:w-full"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {page ? t`Edit your page` : t`Create your page`}
        </Button>
      </AccountRow>
      <MakerPageSheet open={open} page={page} onClose={() => setOpen(false)} />
    </>
  );
}

/** Settings of the maker page and of mails about the user's apps. */
export function MakerSection() {
  const page = useMakerPage();
  const mails = useMailPreferences();
  return (
    <section>
      <h2 className="display mb-4 text-heading">{t`Maker page`}</h2>
      <div className="card divide-y divide-line px-5 md:px-7">
        <QueryView query={page} failure={t`Couldn’t load your page`} skeleton={<Skeleton />}>
          {(read) => (
            <ul>
              <PageRow page={read.page} />
            </ul>
          )}
        </QueryView>
        <QueryView query={mails} failure={t`Couldn’t load your email preferences`} skeleton={<Skeleton />}>
          {(preferences) => (
            <ul>
              <MailRow preferences={preferences} />
            </ul>
          )}
        </QueryView>
      </div>
    </section>
  );
}
