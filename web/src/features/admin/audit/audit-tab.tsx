import { plural, t } from '@lingui/core/macro';
import {
  AuditAction,
  type AuditEntry,
  auditLog,
  auditPeople,
  moderatorActions,
} from '@zapdeck/contract/instance/audit-log';
import { Link, useSearchParams } from 'wouter';
import { TimeAgo } from '../../../components/ui/time-ago.tsx';
import { appAddress } from '../parts/app-link.tsx';
import { AuditSentence } from '../parts/audit-sentence.tsx';
import { Changes } from '../parts/changes.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { auditNameOf, doerOf, shortIdOf } from '../parts/words/audit-name-of.ts';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { auditLogCsv } from '@zapdeck/contract/wire/csv-exports';
import { choice, idOf, useFilters } from '../../../components/list/filters.ts';
import { ListPage } from '../../../components/list/list-page.tsx';
import { call } from '../../../lib/call.ts';
import { useIsAdmin } from '../../../lib/use-is-admin.ts';
import { useAdminList } from '../parts/use-admin-list.ts';
import { actionNames } from '../parts/words/action-names.ts';

const isAboutUser = (action: string): boolean => /^(user|votes)\./.test(action);

interface Props {
  entry: AuditEntry;
  onPerson: (id: string) => void;
  /** Not set on the page of a user, where users are plain text. */
  onTarget?: (id: string) => void;
}

function Target({ entry: { action, targetId, targetName }, onTarget }: Pick<Props, 'entry' | 'onTarget'>) {
  if (targetId === null) return null;
  const shortId = shortIdOf(targetId);
  const name = targetName ?? (isAboutUser(action) ? t`Account ${shortId}` : t`app ${shortId}`);
  if (onTarget === undefined) return <bdi className="font-semibold">{name}</bdi>;
  return (
    <button
      type="button"
      dir="auto"
      className="dash-link"
      title={targetId}
      onClick={() => onTarget(targetId)}
    >
      {name}
    </button>
  );
}

/** An entry of the audit log: a sentence, the changed values, and a link to its target. */
export function AuditEntryCard({ entry, onPerson, onTarget }: Props) {
  const { actor, action, targetId, targetName, createdAt } = entry;
  const doer =
    actor === null ? (
      <bdi className="font-semibold">{doerOf(entry)}</bdi>
    ) : (
      <button type="button" dir="auto" className="dash-link" onClick={() => onPerson(actor.id)}>
        {doerOf(entry)}
      </button>
    );
  return (
    <li className="card grid grid-cols-1 gap-2 px-4 py-3.5">
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
        <p className="min-w-0 wrap-anywhere">
          <AuditSentence
            entry={entry}
            actor={doer}
            target={<Target entry={entry} {...(onTarget ? { onTarget } : {})} />}
          />
        </p>
        <span className="text-sm text-muted md:ms-auto">
          <TimeAgo moment={createdAt} />
        </span>
      </div>
      <Changes entry={entry} />
      {targetId !== null && targetName !== null && action.startsWith('app.') ? (
        <p className="text-sm">
          <Link href={appAddress(targetId)} className="dash-link">{t`View app`}</Link>
        </p>
      ) : null}
      {targetId !== null && targetName !== null && onTarget && isAboutUser(action) ? (
        <p className="text-sm">
          <PersonLink id={targetId}>{t`View user`}</PersonLink>
        </p>
      ) : null}
    </li>
  );
}

function useAuditFilters(actions: readonly AuditAction[]) {
  const { data: people = [] } = useQuery({
    queryKey: ['admin', auditPeople.path],
    queryFn: ({ signal }) => call(auditPeople, {}, { signal }),
  });
  const [params] = useSearchParams();
  // A link may name a person who is not among the known ones.
  const linked = idOf(params.get('actor'));
  const isListed = linked === '' || people.some(({ id }) => id === linked);
  const all = isListed ? people : [...people, { id: linked, firstName: null, email: null }];
  return useFilters({
    actor: choice(t`User`, [
      ['', t`Everyone`],
      ...all.map((person) => [person.id, auditNameOf(person)] as const),
    ]),
    action: choice(t`Action`, [
      ['', t`All actions`],
      ...actions.map((action) => [action, i18n._(actionNames[action])] as const),
    ]),
    from: { kind: 'day', label: t({ message: 'From', context: 'period' }), edge: 'start' },
    to: { kind: 'day', label: t({ message: 'To', context: 'period' }), edge: 'end' },
    target: { kind: 'id', label: t`Target` },
  });
}

/** Audit log of admins, moderators and Zapdeck itself, newest first. Moderators see a part. */
export default function AuditTab() {
  const state = useAuditFilters(useIsAdmin() ? AuditAction.options : moderatorActions);
  const { set } = state;
  const { target = '' } = state.query;
  const query = useAdminList(auditLog, { query: { ...state.query, ...state.rows } });
  const found = query.data?.items.find(({ targetId }) => targetId === target);
  const targetName = found?.targetName ?? shortIdOf(target);
  return (
    <ListPage
      title={t`Audit log`}
      state={state}
      chips={{ target: targetName }}
      query={query}
      failure={t`Couldn’t load the audit log`}
      file={{ route: auditLogCsv, query: state.query }}
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
