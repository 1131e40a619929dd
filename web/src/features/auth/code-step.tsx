import { t } from '@lingui/core/macro';
import { CodeField } from '../../components/factor/code-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import type { Bound } from '../../lib/form.ts';

interface Props {
  bound: Bound;
  error: string | undefined;
  isPending: boolean;
  onBack: () => void;
}

/** Second step of the login form, for accounts with an authenticator app. */
export default function CodeStep({ bound, error, isPending, onBack }: Props) {
  return (
    <>
      <CodeField {...bound} error={error} />
      <Button type="submit" size="lg" className="w-full" pending={isPending ? t`Signing In...` : undefined}>
        {t`Sign in`}
      </Button>
      <Button variant="quiet" onClick={onBack}>{t`Back`}</Button>
    </>
  );
}
