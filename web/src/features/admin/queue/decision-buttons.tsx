import { t } from '@lingui/core/macro';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { Button } from '../../../components/ui/button.tsx';

interface Props {
  onApprove: () => void;
  onReject: () => void;
}

/** Approve and Reject for a pending app. */
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
