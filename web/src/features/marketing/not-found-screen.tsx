import { t } from '@lingui/core/macro';
import { Notice } from '../../components/layout/notice.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Cover } from '../../components/ui/cover.tsx';

function LostCard() {
  return (
    <div aria-hidden="true" className="relative mb-4 h-[176px] w-[224px]">
      <div className="absolute top-[12px] inset-s-[40px] h-[160px] w-[120px] rounded-card border-2 border-dashed border-line-strong" />
      <Cover
        app={{ id: 'lost', title: '404', category: 'Other', picture: null, colour: null }}
        className="absolute top-0 inset-s-[104px] h-[160px] w-[120px] rotate-14 rounded-card shadow-lift"
      />
    </div>
  );
}

export default function NotFoundScreen() {
  return (
    <Notice
      title={t`404 Page Not Found`}
      text={t`Did you forget to add the page to the router?`}
      art={<LostCard />}
    >
      <ButtonLink href="/">{t`Back to Home`}</ButtonLink>
    </Notice>
  );
}
