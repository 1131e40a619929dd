import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type AdminUser, adminUsers } from '@zapdeck/contract/accounts/users';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { nameOf } from '../../../lib/person.ts';
import { SearchInput } from '../../../components/ui/search-input.tsx';
import '../parts/pick.css';

const SHOWN = 6;

interface Props {
  chosen: AdminUser | undefined;
  onChoose: (user: AdminUser | undefined) => void;
}

/** Chooses a user by name or email, or a new user. */
export function UserPicker({ chosen, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const { data = [] } = useQuery({
    queryKey: ['admin', 'user-picker', search],
    queryFn: ({ signal }) => call(adminUsers, { query: { search, limit: SHOWN } }, { signal }),
    enabled: search.trim() !== '',
  });
  const found = search.trim() === '' ? [] : data;
  const choices = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{t`User`}</legend>
      <SearchInput label={t`Find a user by name or email`} value={search} onChange={setSearch} />
      <div className="grid grid-cols-1">
        <label className="dash-pick">
          <input type="radio" name="for" checked={!chosen} onChange={() => onChoose(undefined)} />
          <span>{t`A new user`}</span>
        </label>
        {choices.map((user) => (
          <label key={user.id} className="dash-pick">
            <input type="radio" name="for" checked={chosen?.id === user.id} onChange={() => onChoose(user)} />
            <span dir="auto" className="shrink-0">
              {nameOf(user)}
            </span>
            <span dir="auto" className="truncate text-muted">
              {user.email}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
