import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { editOwnApp } from '@zapdeck/contract/apps/change-own-app';
import { call } from '../../../lib/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { WaitingNote } from '../waiting-note.tsx';
import { keepOwnApp, refreshOwnApp } from './keep-own-app.ts';
import {
  inReview,
  type ReviewedField,
  reviewedFields,
  waitingFields,
  waitingValue,
} from './waiting-words.ts';

function WaitingChange({ app, field }: { app: OwnApp; field: ReviewedField }) {
  const name = i18n._(reviewedFields[field].name);
  const cancellation = useAction({
    work: async () => {
      const body = { [field]: app[field], updatedAt: app.updatedAt };
      try {
        keepOwnApp(await call(editOwnApp, { params: { id: app.id }, body }));
      } catch (error) {
        // A moderator may have decided in the meantime.
        refreshOwnApp(app.id);
        throw error;
      }
    },
    failure: { action: 'cancel-change', title: t`Couldn’t cancel the change` },
  });
  return (
    <WaitingNote
      title={inReview([field])}
      value={waitingValue(app, field)}
      cancelLabel={t`Cancel the change: ${name}`}
      cancellation={cancellation}
    />
  );
}

/** Changes in review, each with a Cancel button. */
export function WaitingChanges({ app }: { app: OwnApp }) {
  return waitingFields(app).map((field) => <WaitingChange key={field} app={app} field={field} />);
}
