import { t } from '@lingui/core/macro';
import { type AccentColours, accentColours } from '@zapdeck/contract/pictures/accent';
import { Button } from '../../../components/ui/button.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Status } from '../../../components/ui/status.tsx';

/** The violet of the software. */
const STANDARD = '#7a4bee';

function uses({ fill, ink }: AccentColours): [colour: string, use: string][] {
  return [
    [fill.light, t`Buttons in light mode`],
    [fill.dark, t`Buttons in dark mode`],
    [ink.light, t`Text in light mode`],
    [ink.dark, t`Text in dark mode`],
  ];
}

function AccentUses({ accent }: { accent: string }) {
  const shown = uses(accentColours(accent));
  const isAdjusted = shown.some(([colour]) => colour !== accent);
  return (
    <>
      <Status className="text-sm text-muted">
        {isAdjusted
          ? t`Made lighter or darker where needed, so that texts have a contrast of at least 4.5 to 1:`
          : t`Its contrast is sufficient everywhere. Nothing is adjusted.`}
      </Status>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-2 text-sm">
        {shown.map(([colour, use]) => (
          <li key={use} className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className="size-5 rounded-pill border border-line-strong"
              style={{ background: colour }}
            />
            <span>{use}</span>
            <code className="text-muted">{colour}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Props {
  accent: string | null;
  error: string | undefined;
  onChange: (accent: string | null) => void;
}

/** Field for the colour of the instance. Says how it is adjusted for contrast. */
export function ColourField({ accent, error, onChange }: Props) {
  return (
    <div className="grid content-start gap-2">
      <Field label={t`Colour`} hint={t`For buttons, links and highlights.`} error={error}>
        {(control) => (
          <span className="flex flex-wrap items-center gap-3">
            <input
              {...control}
              type="color"
              value={accent ?? STANDARD}
              onChange={({ target }) => onChange(target.value)}
              className="h-12 w-20 cursor-pointer rounded-field border border-line-strong bg-surface p-1.5"
            />
            {accent === null ? null : (
              <Button variant="quiet" onClick={() => onChange(null)}>{t`Standard colour`}</Button>
            )}
          </span>
        )}
      </Field>
      {accent === null ? null : <AccentUses accent={accent} />}
    </div>
  );
}
