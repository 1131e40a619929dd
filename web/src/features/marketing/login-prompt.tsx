import { t } from '@lingui/core/macro';
import Lock from 'lucide-react/icons/lock';
import { ButtonLink } from '../../components/ui/button-link.tsx';

/** Says on the landing page why the requested screen is not shown, with a Log In button. */
export function LoginPrompt({ title, text, loginHref }: { title: string; text: string; loginHref: string }) {
  return (
    <section
      role="alert"
      className="rise fixed inset-x-3 top-[calc(env(safe-area-inset-top)+4.5rem)] z-30 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 ps-5 text-ink shadow-lift"
    >
      <Lock size={22} aria-hidden="true" className="shrink-0 text-brand-ink" />
      <div className="min-w-[min(11rem,100%)] grow basis-0">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted">{text}</p>
      </div>
      <ButtonLink href={loginHref} className="max-sm:w-full">{t`Log In`}</ButtonLink>
    </section>
  );
}
