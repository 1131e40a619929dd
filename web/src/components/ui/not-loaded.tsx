import { t } from '@lingui/core/macro';
import { Button } from './button.tsx';

/** Replaces a part of a screen whose code could not be loaded. Some browsers try to load a module only once per page. */
export function NotLoaded() {
  return (
    <div role="alert" className="card grid justify-items-start gap-3 p-5 md:p-7">
      <h2 className="display text-heading">{t`Couldn’t load this part`}</h2>
      <p className="text-muted">{t`Please load the page again.`}</p>
      <Button variant="secondary" onClick={() => location.reload()}>{t`Reload`}</Button>
    </div>
  );
}
