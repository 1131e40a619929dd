import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Notice } from '../components/layout/notice.tsx';

/** Shown in place of a page while the server does not respond. The children lead on. */
export function UnreachableNotice({ children }: { children: ReactNode }) {
  return (
    <Notice
      title={t`We can’t reach Zapdeck`}
      text={t`Please check your connection. Your likes and drafts are safe.`}
    >
      {children}
    </Notice>
  );
}
