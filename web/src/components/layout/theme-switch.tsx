import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { setTheme, type Theme, themes, useTheme } from '../../lib/theme.ts';

const looks: Record<Theme, { label: MessageDescriptor; icon: typeof Sun }> = {
  system: { label: msg({ message: 'System', comment: 'Colours as set on the device' }), icon: Monitor },
  light: { label: msg({ message: 'Light', comment: 'Colours' }), icon: Sun },
  dark: { label: msg({ message: 'Dark', comment: 'Colours' }), icon: Moon },
};

/** Chooses between the device's colour scheme, light and dark. */
export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold text-muted">{t`Appearance`}</legend>
      <div className="grid grid-cols-3 gap-1 rounded-pill bg-raised p-1">
        {themes.map((choice) => {
          const { label, icon: Icon } = looks[choice];
          return (
            <label
              key={choice}
              className="flex min-h-11 items-center justify-center gap-1.5 rounded-pill text-sm font-medium text-muted transition-colors has-checked:bg-brand has-checked:text-white has-focus-visible:outline-3 has-focus-visible:outline-brand-ink"
            >
              <input
                type="radio"
                name="theme"
                className="sr-only"
                checked={theme === choice}
                onChange={() => setTheme(choice)}
              />
              <Icon size={17} aria-hidden="true" />
              <span>{i18n._(label)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
