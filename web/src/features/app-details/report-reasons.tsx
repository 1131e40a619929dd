import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { ReportKind } from '@zapdeck/contract/moderation/reports';
import Check from 'lucide-react/icons/check';
import { pillChoiceClass } from '../../components/ui/pill-choice-class.ts';
import { reportKindLabels } from '../../lib/report-kinds.ts';

interface Props {
  chosen: ReportKind | undefined;
  onChoose: (kind: ReportKind) => void;
}

export function ReportReasons({ chosen, onChoose }: Props) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{t`Why are you reporting this app?`}</legend>
      <div className="flex flex-wrap gap-2">
        {ReportKind.options.map((kind) => (
          <label key={kind} className={pillChoiceClass}>
            <input
              type="radio"
              name="report-kind"
              className="sr-only"
              checked={kind === chosen}
              onChange={() => onChoose(kind)}
            />
            <Check size={16} aria-hidden="true" className="hidden group-has-checked:block" />
            <span>{i18n._(reportKindLabels[kind])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
