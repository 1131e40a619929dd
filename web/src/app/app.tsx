import { Router as Addresses } from 'wouter';
import { Toaster } from '../components/ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Router } from './router.tsx';

/**
 * The whole product. `prerenderedPath` is for the build, which has no address bar; a prerendered page knows no query
 * and takes up its own once the scripts are there.
 */
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
