import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Field } from '../../../../components/ui/field.tsx';
import { SelectInput } from '../../../../components/ui/select-input.tsx';
import { TextInput } from '../../../../components/ui/text-input.tsx';
import { dayAhead, endOfDay, inDays, LAST_DAY } from './expiry.ts';

const periods = [30, 90, 365];
const OTHER = 'other';

interface Props {
  error: string | undefined;
  onChange: (expiresAt: string) => void;
}

/** Field for the end of a token: after a number of days, or on a day. */
export function ExpiryField({ error, onChange }: Props) {
  const [period, setPeriod] = useState('90');
  const [day, setDay] = useState(() => dayAhead(90));
  const isOther = period === OTHER;
  const choosePeriod = (chosen: string) => {
    setPeriod(chosen);
    onChange(chosen === OTHER ? endOfDay(day) : inDays(Number(chosen)));
  };
  const chooseDay = (chosen: string) => {
    setDay(chosen);
    onChange(endOfDay(chosen));
  };
  return (
    <div className="grid gap-3">
      <Field label={t`Expires`} error={isOther ? undefined : error}>
        {(control) => (
          <SelectInput {...control} value={period} onChange={({ target }) => choosePeriod(target.value)}>
            {periods.map((days) => (
              <option key={days} value={days}>
                {plural(days, { one: 'In # day', other: 'In # days' })}
              </option>
            ))}
            <option value={OTHER}>{t`On a day that I choose`}</option>
          </SelectInput>
        )}
      </Field>
      {isOther ? (
        <Field
          label={t`Last day`}
          error={day === '' && error !== undefined ? t`Choose a day in the future` : error}
        >
          {(control) => (
            <TextInput
              {...control}
              type="date"
              min={dayAhead(0)}
              max={dayAhead(LAST_DAY)}
              value={day}
              onChange={({ target }) => chooseDay(target.value)}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
