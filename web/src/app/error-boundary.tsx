import { t } from '@lingui/core/macro';
import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { Notice } from '../components/layout/notice.tsx';
import { Button } from '../components/ui/button.tsx';
import { buttonClass } from '../components/ui/button-class.ts';
import { dropFirstCard } from '../lib/first-card.ts';
import { reportBrokenPart } from '../lib/report-error.ts';

interface Props {
  /** False behind another screen. A failure there shows no notice and does not reload. */
  isShown?: boolean;
  children: ReactNode;
}

interface State {
  failure?: 'broken' | 'offline';
}

const reload = () => location.reload();

/** Shown for a screen that was not loaded before the network was lost. It loads when the network is back. */
function OfflineNotice() {
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <Notice title={t`You are offline`} text={t`This screen opens when you’re back online.`}>
      <Button onClick={reload}>{t`Try again`}</Button>
    </Notice>
  );
}

/** Catches rendering errors, reports them and shows a notice with buttons. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(): State {
    return { failure: navigator.onLine ? 'broken' : 'offline' };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    dropFirstCard();
    // A screen that could not be loaded without a network is no error.
    if (this.state.failure === 'offline') return;
    reportBrokenPart(error, info);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { children, isShown = true } = this.props;
    if (!failure) return children;
    if (!isShown) return null;
    if (failure === 'offline') return <OfflineNotice />;
    // Both buttons reload the page, because an update may have deleted files of the old build.
    return (
      <Notice title={t`That didn’t work`} text={t`Something went wrong. Reloading usually helps.`}>
        <Button onClick={reload}>{t`Reload the page`}</Button>
        <a href="/" className={buttonClass('secondary')}>{t`Back to Home`}</a>
      </Notice>
    );
  }
}
