import { t } from '@lingui/core/macro';
import History from 'lucide-react/icons/history';
import { useId } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Status } from '../../../components/ui/status.tsx';
import type { Elements } from '../../../lib/elements.ts';
import type { Action } from '../../../lib/use-action.ts';

interface FormProps {
  isUnsaved: boolean;
  saveLabel: string;
  save: Action<void>;
  onDiscard: () => void;
  /** Buttons before Save. */
  actions?: Elements;
  children: Elements;
}

/** Form of one configuration with its unsaved state and its Save button. */
export function SavedForm({ isUnsaved, saveLabel, save, onDiscard, actions, children }: FormProps) {
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save.start();
      }}
    >
      {children}
      <div className="dash-config-foot">
        <Status>{isUnsaved ? <Badge tone="amber">{t`Unsaved changes`}</Badge> : null}</Status>
        {actions}
        {isUnsaved ? <Button variant="quiet" onClick={onDiscard}>{t`Discard`}</Button> : null}
        <Button
          type="submit"
          disabled={!isUnsaved && !save.pending}
          pending={save.pending ? t`Saving…` : undefined}
        >
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}

interface Props extends FormProps {
  title: string;
  text: string;
  /** Undefined if another card shows the history. */
  onHistory?: () => void;
}

/** Card with the form of one configuration. */
export function ConfigCard({ title, text, onHistory, ...form }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card dash-config">
      <div className="dash-config-head">
        <h2 id={id} className="display text-heading">
          {title}
        </h2>
        {onHistory ? (
          <IconButton label={t`History: ${title}`} onClick={onHistory}>
            <History size={20} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <p className="text-muted">{text}</p>
      <SavedForm {...form} />
    </section>
  );
}
