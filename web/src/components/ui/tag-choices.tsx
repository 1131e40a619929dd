import { t } from '@lingui/core/macro';
import { tagChoices } from '@zapdeck/contract/apps/listing';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { pillChoiceClass } from './pill-choice-class.ts';
import { say } from '../../lib/say.ts';

interface Props {
  chosen: readonly string[];
  onChange: (tags: string[]) => void;
}

/** Checkboxes for the tags of an app. */
export function TagChoices({ chosen, onChange }: Props) {
  // Imported apps may have other tags. They stay visible after they are unticked.
  const [offered] = useState(() => [...new Set([...tagChoices, ...chosen])]);
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">
        <span>{t`Tags`}</span>
        <span className="font-normal text-muted">{` ${t`(optional)`}`}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((tag) => (
          <label key={tag} className={pillChoiceClass}>
            <input
              type="checkbox"
              name="tags"
              value={tag}
              className="sr-only"
              checked={chosen.includes(tag)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, tag] : chosen.filter((other) => other !== tag))
              }
            />
            <Check size={16} aria-hidden="true" className="hidden group-has-checked:block" />
            <bdi>{say(tag)}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
