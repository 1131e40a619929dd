import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Notice } from '../components/layout/notice.tsx';
import { instance } from '../lib/instance.ts';

/** Shown instead of a page while the server does not respond. */
export function UnreachableNotice({ children }: { children: ReactNode }) {
  return (
    <Notice
      title={t`We can’t reach ${{ name: instance.name }}`}
      text={t`Please check your connection. Your likes and drafts are safe.`}
    >
      {children}
    </Notice>
  );
}
