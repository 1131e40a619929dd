import { t } from '@lingui/core/macro';
import { type Device, deviceText } from '@zapdeck/contract/security-log';
import type { Elements } from '../../lib/elements.ts';
import { say } from '../../lib/say.ts';

/** Facts in one line, with dots between them. */
export function Facts({ children }: { children: Elements }) {
  return (
    <div className="flex flex-wrap gap-x-1.5 text-sm text-muted [&>:not(:last-child)]:after:content-['_·']">
      {children}
    </div>
  );
}

/** Letter of a network, which lists compare. */
export function Network({ letter }: { letter: string }) {
  return <span>{t`Network ${letter}`}</span>;
}

export function DeviceName({ device }: { device: Device | null }) {
  return <span>{say(deviceText(device))}</span>;
}
