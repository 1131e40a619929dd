import { t } from '@lingui/core/macro';
import { REVIEW_REASON_MAX } from '@zapdeck/contract/apps/apps';
import { cutText } from '@zapdeck/contract/wire/cut-text';
import type { KeyboardEvent } from 'react';
import { controlClass, Field } from '../../../../components/ui/field.tsx';
import { CannedReasons } from './canned-reasons.tsx';

interface Props {
  reason: string;
  rows: number;
  onType: (reason: string) => void;
  /** Set if the dialog is only about the reason. The field then gets the focus. */
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** Field for the reason of a rejection, picked or typed. Optional. */
export function ReasonField({ reason, rows, onType, onKeyDown }: Props) {
  return (
    <Field label={t`Reason`} optional hint={t`The maker reads this in the email about the review.`}>
      {(control) => (
        <>
          <textarea
            {...control}
            dir="auto"
            data-autofocus={onKeyDown ? true : undefined}
            rows={rows}
            maxLength={REVIEW_REASON_MAX}
            className={`${controlClass} resize-none`}
            value={reason}
            onChange={(event) => onType(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <CannedReasons reason={reason} onPick={(picked) => onType(cutText(picked, REVIEW_REASON_MAX))} />
        </>
      )}
    </Field>
  );
}
