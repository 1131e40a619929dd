import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { Notice } from '../components/layout/notice.tsx';
import { Button } from '../components/ui/button.tsx';
import { buttonClass } from '../components/ui/button-class.ts';
import { dropFirstCard } from '../lib/first-card.ts';
import { reportBrokenPart } from '../lib/report-error.ts';

interface Props {
  /** False behind another screen, where a failure has nothing to say and nothing to load again. */
  isShown?: boolean;
  children: ReactNode;
}

interface State {
  failure?: 'broken' | 'offline';
}

const reload = () => location.reload();

/** A screen that was not loaded yet when the network went away; it comes by itself when the network is back. */
function OfflineNotice() {
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <Notice title="You are offline" text="This screen opens when you're back online.">
      <Button onClick={reload}>Try again</Button>
    </Notice>
  );
}

/** Catches what breaks below it, reports it and offers a way on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(): State {
    return { failure: navigator.onLine ? 'broken' : 'offline' };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    dropFirstCard();
    // A screen that the lost network kept away is not broken.
    if (this.state.failure === 'offline') return;
    reportBrokenPart(error, info);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { children, isShown = true } = this.props;
    if (!failure) return children;
    if (!isShown) return null;
    if (failure === 'offline') return <OfflineNotice />;
    // Both ways on load the page anew: after an update, parts of the old one may be gone for good.
    return (
      <Notice
        title="That didn't work"
        text="Something went wrong. We've been notified; reloading usually helps."
      >
        <Button onClick={reload}>Reload the page</Button>
        <a href="/" className={buttonClass('secondary')}>
          Back to Home
        </a>
      </Notice>
    );
  }
}
