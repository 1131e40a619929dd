import { Router as Addresses } from 'wouter';
import { Toaster } from '../components/ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Router } from './router.tsx';

/** The whole web app. The build passes `prerenderedPath`, because it has no address bar. */
export function App({ prerenderedPath }: { prerenderedPath?: string }) {
  return (
    <Addresses ssrSearch="" {...(prerenderedPath === undefined ? {} : { ssrPath: prerenderedPath })}>
      <ErrorBoundary>
        <Router />
      </ErrorBoundary>
      <Toaster />
    </Addresses>
  );
}
