import { t } from '@lingui/core/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface Props {
  title: string;
  /** `auto` for a text of users. */
  dir?: 'auto';
  backHref?: string;
  children?: ReactNode;
}

/** Title at the top of a screen. */
export function ScreenHeading({ title, dir, backHref, children }: Props) {
  const back = t`Back`;
  return (
    <div className="flex min-h-12 items-center gap-2 pt-6 pb-5 md:pt-10">
      {backHref === undefined ? null : (
        <Link
          href={backHref}
          aria-label={back}
          data-tooltip={back}
          className="-ms-2.5 grid size-11 place-items-center rounded-pill transition hover:bg-raised active:scale-90"
        >
          <ArrowLeft size={24} className="rtl:-scale-x-100" aria-hidden="true" />
        </Link>
      )}
      <h1 dir={dir} className="display min-w-0 text-title wrap-anywhere">
        {title}
      </h1>
      <div className="ms-auto flex items-center gap-2">{children}</div>
    </div>
  );
}
