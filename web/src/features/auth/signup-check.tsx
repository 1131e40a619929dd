import { t } from '@lingui/core/macro';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Status } from '../../components/ui/status.tsx';

interface Props {
  form: RefObject<HTMLFormElement | null>;
  /** Undefined while nothing is being checked. */
  onCancel: (() => void) | undefined;
}

/** Moves the focus to the button of the form when it unmounts. */
function CancelButton({ form, onCancel }: Props) {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(
    () => () => {
      if (document.activeElement === ref.current)
        form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    },
    [form],
  );
  return <Button ref={ref} variant="quiet" onClick={onCancel}>{t`Cancel`}</Button>;
}

/** Scrolls only to the text, so that a double tap does not hit the button below it. */
const scrollTo = (text: HTMLElement | null) => text?.scrollIntoView({ block: 'nearest' });

/** Explains why the sign-up takes longer, with a button to cancel. */
export function SignupCheck({ form, onCancel }: Props) {
  const why = t`There were many sign-ups from your network. Your device is checking that this is not a bulk sign-up. This takes a few seconds.`;
  return (
    <>
      <Status className="text-center text-sm text-muted">
        {onCancel ? (
          <p ref={scrollTo} className="scroll-mb-6 text-balance">
            {why}
          </p>
        ) : (
          ''
        )}
      </Status>
      {onCancel ? <CancelButton form={form} onCancel={onCancel} /> : null}
    </>
  );
}
