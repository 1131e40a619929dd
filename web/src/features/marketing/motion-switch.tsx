import { t } from '@lingui/core/macro';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { useHydrated } from '../../lib/use-hydrated.ts';

interface Props {
  paused: boolean;
  onToggle: () => void;
  className: string;
}

/** Button that stops and restarts animations (WCAG 2.2.2). Hidden if nothing moves. */
export function MotionSwitch({ paused, onToggle, className }: Props) {
  if (!useHydrated()) return null;
  return (
    <IconButton
      label={paused ? t`Play the animation` : t`Pause the animation`}
      className={`absolute top-[calc(env(safe-area-inset-top)+4.25rem)] inset-e-3 bg-ink/12 motion-reduce:hidden md:top-auto md:inset-e-8 md:bottom-8 ${className}`}
      onClick={onToggle}
    >
      {paused ? <Play size={18} /> : <Pause size={18} />}
    </IconButton>
  );
}
