import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import CircleMinus from 'lucide-react/icons/circle-minus';
import { takeLessBack } from '../../lib/less-and-say.ts';
import { useUser } from '../../lib/session.ts';
import { useIsAvoided } from '../../lib/pending/taste.ts';

interface Props {
  app: App;
  className: string;
  onLess: () => void;
}

/** Asks for less like the app in the deck `for-you`, or takes it back. */
export function LessLikeThis({ app, className, onLess }: Props) {
  const { id: userId } = useUser();
  const isAvoided = useIsAvoided(app.id);
  return (
    <button
      type="button"
      className={className}
      onClick={() => (isAvoided ? void takeLessBack(userId, app) : onLess())}
    >
      <CircleMinus size={16} aria-hidden="true" />
      <span>{isAvoided ? t`Undo “Less like this”` : t`Less like this`}</span>
    </button>
  );
}
