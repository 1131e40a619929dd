import { t } from '@lingui/core/macro';
import { deleteAccountHref, screens } from '@zapdeck/contract/instance/screens';
import { acceptTerms } from '@zapdeck/contract/sign-in/terms';
import { Button } from '../../components/ui/button.tsx';
import { buttonClass } from '../../components/ui/button-class.ts';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { CallError, call } from '../../lib/call.ts';
import { instance } from '../../lib/instance.ts';
import { say } from '../../lib/say.ts';
import { patchUser, refreshSession, useUser } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useDataDownload } from '../../lib/use-data-download.ts';
import { AuthPage } from './auth-page.tsx';
import { TermsLink } from './terms.tsx';

/** Asks a member to accept new terms. Replaces other screens until then. */
export default function ConsentScreen() {
  const { termsToAccept } = useUser();
  const site = instance.name;
  const accept = useAction({
    work: () => call(acceptTerms, { body: { termsVersion: termsToAccept ?? 0 } }),
    failure: {
      action: 'accept-terms',
      title: t`Couldn’t accept the terms`,
    },
    onError(error) {
      if (error instanceof CallError && error.code === 'terms_required') void refreshSession();
      return false;
    },
    onDone: patchUser,
    leaves: true,
  });
  const download = useDataDownload();
  return (
    <AuthPage
      title={say(screens['accept-terms'].title)}
      text={t`${{ site }} has terms that you have not accepted yet. Until you accept them, you can download your data, delete your account or log out.`}
    >
      <div className="grid grid-cols-1 gap-3 wrap-anywhere">
        <TermsLink />
        <Button
          size="lg"
          className="w-full"
          pending={accept.pending ? t`Saving…` : undefined}
          onClick={accept.start}
        >{t`I accept the terms`}</Button>
      </div>
      <div className="mt-8 grid grid-cols-1 gap-1 wrap-anywhere border-t border-line pt-5">
        <Button
          variant="quiet"
          pending={download.pending ? t`Preparing…` : undefined}
          onClick={download.start}
        >{t`Download my data`}</Button>
        <ButtonLink
          href={deleteAccountHref}
          variant="quiet"
          className="text-down-ink!"
        >{t`Delete my account`}</ButtonLink>
        <a href="/api/logout" className={buttonClass('quiet')}>{t`Log out`}</a>
      </div>
    </AuthPage>
  );
}
