import { plural, t } from '@lingui/core/macro';
import CloudOff from 'lucide-react/icons/cloud-off';
import Hourglass from 'lucide-react/icons/hourglass';
import { Button } from '../../components/ui/button.tsx';
import { CallError, ConnectionError } from '../../lib/call.ts';
import { useConnected } from '../../lib/connection.ts';
import { waitOf } from './use-found-apps.ts';

interface Words {
  title: string;
  text: string;
  /** The search is repeated without the user. */
  isAutomatic?: true;
}

function wordsFor(error: unknown, isConnected: boolean): Words {
  if (!isConnected)
    return {
      title: t`Search needs a connection`,
      text: t`Results appear when you are back online.`,
      isAutomatic: true,
    };
  const waitMs = waitOf(error);
  if (waitMs !== undefined) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    return {
      title: t`Too many searches`,
      text: t`${plural(seconds, {
        one: 'Too many searches. Trying again in # second.',
        other: 'Too many searches. Trying again in # seconds.',
      })}`,
      isAutomatic: true,
    };
  }
  if (error instanceof CallError && error.status === 503)
    return { title: t`Search is busy`, text: t`Many people are searching. Try again in a moment.` };
  return { title: t`Couldn’t search`, text: t`Please try again in a moment.` };
}

interface Props {
  error: unknown;
  /** The search is running again. */
  isTrying: boolean;
  onRetry: () => void;
}

/** Says why a search failed, and what to do. */
export function SearchProblem({ error, isTrying, onRetry }: Props) {
  const isConnected = useConnected() && !(error instanceof ConnectionError);
  const { title, text, isAutomatic } = wordsFor(error, isConnected);
  const Icon = isConnected ? Hourglass : CloudOff;
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <span className="grid size-20 place-items-center rounded-pill bg-raised text-muted">
        <Icon size={34} aria-hidden="true" />
      </span>
      <h2 className="display mt-5 text-heading">{title}</h2>
      <p className="mt-2 max-w-sm text-muted">{text}</p>
      {isAutomatic ? null : (
        <Button
          variant="secondary"
          className="mt-6"
          pending={isTrying ? t`Trying again…` : undefined}
          onClick={onRetry}
        >{t`Try again`}</Button>
      )}
    </div>
  );
}
