import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportBrokenPart } from '../../../lib/report-error.ts';

interface Props {
  fallback: string;
  children: ReactNode;
}

/** Catches errors of a chart, reports them and shows the fallback in its place. */
export class ChartBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    reportBrokenPart(error, info);
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <p role="alert" className="dash-note">
        {this.props.fallback}
      </p>
    );
  }
}
