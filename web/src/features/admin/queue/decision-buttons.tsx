import { t } from '@lingui/core/macro';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { Button } from '../../../components/ui/button.tsx';

interface Props {
  onApprove: () => void;
  onReject: () => void;
}

/** The two decisions over an app that waits, in the queue and in the look alike. */
export function DecisionButtons({ onApprove, onReject }: Props) {
  return (
    <>
      <Button variant="secondary" onClick={onReject}>
        <X size={19} aria-hidden="true" />
        <span>{t`Reject`}</span>
      </Button>
      <Button onClick={onApprove}>
        <Check size={19} aria-hidden="true" />
        <span>{t`Approve`}</span>
      </Button>
    </>
  );
}
