import { plural, t } from '@lingui/core/macro';
import type { GroupNetworks as Networks } from '@zapdeck/contract/moderation/vote-groups';
import { Network } from '../../../components/security/security-rows.tsx';

/** Networks from which members of a group voted, largest first. */
export function GroupNetworks({ networks: { members, networks, shared } }: { networks: Networks }) {
  const others = networks - shared.length;
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="display text-lg">{t`Networks`}</h3>
      {networks === 0 ? (
        <p className="text-sm">{t`The networks of these votes are no longer stored.`}</p>
      ) : (
        <>
          <p className="text-sm">
            {t`${plural(members, { one: '# account', other: '# accounts' })} voted for these apps from ${plural(networks, { one: '# network', other: '# networks' })}.`}
          </p>
          {shared.length > 0 ? (
            <ul className="divide-y divide-line">
              {shared.map((network) => (
                <li key={network.letter} className="flex flex-wrap justify-between gap-x-3 py-2 text-sm">
                  <Network letter={network.letter} />
                  <span className="tabular text-muted">
                    {plural({ count: network.members }, { one: '# account', other: '# accounts' })}
                  </span>
                </li>
              ))}
              {others > 0 ? (
                <li className="py-2 text-sm text-muted">
                  {plural(others, { one: '# other network', other: '# other networks' })}
                </li>
              ) : null}
            </ul>
          ) : (
            <p className="text-sm">{t`No two accounts share one.`}</p>
          )}
        </>
      )}
    </section>
  );
}
