import { t } from '@lingui/core/macro';
import History from 'lucide-react/icons/history';
import { type ReactNode, useId } from 'react';
import { ListSkeleton } from '../../../components/list/list-skeleton.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { QueryView } from '../../../components/ui/query-view.tsx';
import { Status } from '../../../components/ui/status.tsx';
import type { Elements } from '../../../lib/elements.ts';
import { ChangeList } from '../parts/changes.tsx';
import {
  type Conflict,
  type ConfigForm,
  type Definition,
  type Stored,
  useStored,
} from './use-config-form.ts';
import './config-tab.css';

interface FormProps {
  form: Pick<ConfigForm<object>, 'isUnsaved' | 'conflict' | 'save' | 'discard'>;
  saveLabel: string;
  /** Buttons before Save. */
  actions?: Elements;
  children: Elements;
}

/** Shows what another admin has changed, and the two ways to go on. */
function ConflictNote({ changes, saveAnyway, takeOver }: Conflict) {
  return (
    <div className="dash-note" data-tone="amber">
      <p className="font-semibold">{t`Another admin has just changed these settings:`}</p>
      <ChangeList before={null} after={changes} />
      <p>{t`Your edits are still here. If you save anyway, they replace these values only where you edited the same setting.`}</p>
      <div className="dash-buttons">
        <Button variant="secondary" onClick={takeOver}>{t`Use these values`}</Button>
        <Button variant="secondary" onClick={saveAnyway}>{t`Save anyway`}</Button>
      </div>
    </div>
  );
}

/** Form of one configuration with its unsaved state and its Save button. */
export function SavedForm({ form, saveLabel, actions, children }: FormProps) {
  const { isUnsaved, conflict, save, discard } = form;
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
      <Status>{conflict ? <ConflictNote {...conflict} /> : null}</Status>
      <div className="dash-config-foot">
        <Status>{isUnsaved ? <Badge tone="amber">{t`Unsaved changes`}</Badge> : null}</Status>
        {actions}
        {isUnsaved ? <Button variant="quiet" onClick={discard}>{t`Discard`}</Button> : null}
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

interface StoredProps<V, Version> {
  of: Pick<Definition<V, Version>, 'path' | 'read'>;
  rows?: number;
  children: (stored: Stored<V, Version>) => ReactNode;
}

/** Reads a configuration before it shows its card. */
export function StoredConfig<V, Version>({ of, rows = 2, children }: StoredProps<V, Version>) {
  return (
    <QueryView
      query={useStored(of)}
      failure={t`Couldn’t load the settings`}
      skeleton={<ListSkeleton rows={rows} />}
    >
      {children}
    </QueryView>
  );
}
