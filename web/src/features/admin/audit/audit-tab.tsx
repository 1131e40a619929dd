import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { AuditAction, auditLog, auditPeople, moderatorActions } from '@zapdeck/contract/instance/audit-log';
import { auditLogCsv } from '@zapdeck/contract/wire/csv-exports';
import { Choice } from '../../../components/list/choice.tsx';
import { choice, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { endOfDay, startOfDay } from '../parts/days.ts';
import { idOf } from '../parts/id-of.ts';
import { useAdminList } from '../parts/use-admin-list.ts';
import { actionNames, actionOf } from '../parts/words/action-names.ts';
import { auditNameOf, shortIdOf } from '../parts/words/audit-name-of.ts';
import { AuditEntryCard } from './audit-entry-card.tsx';

const filters = (actions: readonly AuditAction[]) =>
  ({
    actor: { kind: 'hidden' },
    action: choice(t`Action`, [
      ['', t`All actions`],
      ...actions.map((action) => [action, i18n._(actionNames[action])] as const),
    ]),
    from: { kind: 'day', label: t({ message: 'From', context: 'period' }) },
    to: { kind: 'day', label: t({ message: 'To', context: 'period' }) },
    target: { kind: 'hidden' },
  }) as const;

interface ActorChoiceProps {
  actor: string;
  onChoose: (id: string) => void;
}

/** Also lists a person from the address who is not among the known ones. */
function ActorChoice({ actor, onChoose }: ActorChoiceProps) {
  const { data = [] } = useQuery({
    queryKey: ['admin', auditPeople.path],
    queryFn: ({ signal }) => call(auditPeople, {}, { signal }),
  });
  const isListed = actor === '' || data.some(({ id }) => id === actor);
  const people = isListed ? data : [...data, { id: actor, firstName: null, email: null }];
  return (
    <Choice
      label={t`User`}
      value={actor}
      options={[['', t`Everyone`], ...people.map((person) => [person.id, auditNameOf(person)] as const)]}
      onChoose={onChoose}
    />
  );
}

/** Audit log of admins, moderators and Zapdeck itself, newest first. Moderators see a part. */
export default function AuditTab() {
  const state = useFilters(filters(useIsAdmin() ? AuditAction.options : moderatorActions));
  const { values, set } = state;
  const [actor, target] = [idOf(values.actor), idOf(values.target)];
  const from = startOfDay(values.from);
  const to = endOfDay(values.to);
  const action = actionOf(values.action);
  const asked = {
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
    ...(target ? { target } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
  const query = useAdminList(auditLog, { query: { ...asked, ...state.rows } });
  const found = query.data?.items.find(({ targetId }) => targetId === target);
  const targetName = found?.targetName ?? shortIdOf(target);
  return (
    <ListPage
      title={t`Audit log`}
      state={state}
      filterControls={<ActorChoice actor={actor} onChoose={(id) => set('actor', id)} />}
      query={query}
      failure={t`Couldn’t load the audit log`}
      file={{ route: auditLogCsv, query: asked }}
      actions={
        target ? (
          <Button variant="secondary" onClick={() => set('target', '')}>
            <span>
              <Trans>
                Filtered by <bdi>{targetName}</bdi>. Show all
              </Trans>
            </span>
          </Button>
        ) : undefined
      }
      showing={(count) => plural(count, { one: '# action', other: '# actions' })}
      empty={{
        title: t`No actions yet`,
        text: t`Actions of admins and moderators appear here.`,
      }}
      nothingFound={{
        title: t`Nothing found`,
        text: t`No action matches these filters.`,
        showAll: t`Show all actions`,
      }}
    >
      {(items) => (
        <ol className="dash-list">
          {items.map((entry) => (
            <AuditEntryCard
              key={entry.id}
              entry={entry}
              onPerson={(id) => set('actor', id)}
              onTarget={(id) => set('target', id)}
            />
          ))}
        </ol>
      )}
    </ListPage>
  );
}
