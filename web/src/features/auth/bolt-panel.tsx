import { t } from '@lingui/core/macro';
import bolt from './bolt-panel.svg';

/** Decoration beside the forms on wide screens. Phones do not load it. */
export function BoltPanel() {
  return (
    <div
      aria-hidden="true"
      className="relative isolate hidden h-[calc(100dvh-8rem)] overflow-hidden rounded-[32px] bg-night bg-[radial-gradient(85%_75%_at_62%_30%,var(--brand),oklch(from_var(--brand)_.33_calc(c*.85)_h)_55%,#0000)] text-white md:sticky md:top-24 md:flex md:flex-col md:justify-end md:p-10"
    >
      <img
        src={bolt}
        alt=""
        loading="lazy"
        className="absolute inset-0 -z-10 size-full object-cover object-[68%_50%]"
      />
      <p className="display text-[clamp(2rem,3.4vw,3.25rem)] rtl:text-[clamp(1.75rem,2.6vw,2.5rem)]">{t`One bolt to your next favorite app.`}</p>
    </div>
  );
}
