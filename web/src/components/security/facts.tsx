import { t } from '@lingui/core/macro';
import { type Device, deviceText } from '@zapdeck/contract/accounts/security-log';
import type { Elements } from '../../lib/elements.ts';
import { say } from '../../lib/say.ts';

/** Facts in one line, with dots between them. A dot before the first fact of a line is clipped. */
export function Facts({ children }: { children: Elements }) {
  return (
    <div className="flex flex-wrap gap-x-3.5 overflow-x-clip text-sm text-muted *:relative *:before:absolute *:before:-inset-s-2.25 *:before:content-['·']">
      {children}
    </div>
  );
}

/** A network, named by a letter so that people can compare lists. */
export function Network({ letter }: { letter: string }) {
  return <span>{t`Network ${letter}`}</span>;
}

export function DeviceName({ device }: { device: Device | null }) {
  return <span>{say(deviceText(device))}</span>;
}
