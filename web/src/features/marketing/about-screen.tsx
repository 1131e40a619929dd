import { t } from '@lingui/core/macro';
import { aboutNumbers } from '@zapdeck/contract/instance/about-numbers';
import BadgeCheck from 'lucide-react/icons/badge-check';
import GalleryHorizontalEnd from 'lucide-react/icons/gallery-horizontal-end';
import Monitor from 'lucide-react/icons/monitor';
import Users from 'lucide-react/icons/users';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { CoverFan } from './cover-fan.tsx';
import { say } from '../../lib/say.ts';
import { instance, ownText } from '../../lib/instance.ts';
import { OwnNote } from './own-note.tsx';

const features = () => [
  {
    title: t`Swipe to Discover`,
    text: t`One app at a time, full screen. Like it, pass on it, or zap to the next one.`,
    icon: GalleryHorizontalEnd,
  },
  {
    title: t`Community Driven`,
    text: t`People submit what they make, and votes decide what comes up next.`,
    icon: Users,
  },
  {
    title: t`Live App Previews`,
    text: t`No screenshots: each card is the real app, running and ready to try.`,
    icon: Monitor,
  },
  {
    title: t`Curated Quality`,
    text: t`A real person reviews every app before it goes live.`,
    icon: BadgeCheck,
  },
];

const steps = () => [t`Browse`, t`Vote`, t`Share`];

/** The server writes these numbers into every page. Undefined during the build and under `npm run dev`. */
const numbers =
  typeof document === 'undefined'
    ? undefined
    : (document.querySelector<HTMLMetaElement>('meta[name="numbers"]')?.content.split(' ') ?? []);

export default function AboutScreen() {
  return (
    <div className="mx-auto max-w-5xl px-5 pb-20 wrap-anywhere md:px-8">
      <section className="-mx-5 flex flex-col items-center overflow-hidden px-5 pt-8 text-center md:pt-12">
        <CoverFan />
        <h1 className="display mt-14 max-w-3xl md:mt-20 text-hero wrap-anywhere">
          {ownText('about', 'heading', t`Discover Amazing Web Apps`)}
        </h1>
        <p className="mt-5 max-w-xl text-lg text-muted">
          {ownText(
            'about',
            'subtitle',
            t`The web is full of small wonders that nobody told you about. ${{ name: instance.name }} shows them to you, one at a time.`,
          )}
        </p>
      </section>
      <OwnNote page="about" />

      <section
        aria-label={t`What makes it different`}
        className="mt-14 grid gap-3 sm:grid-cols-2 md:mt-20 md:gap-5"
      >
        {features().map(({ title, text, icon: Icon }) => (
          <article key={title} className="card p-6 md:p-7">
            <span className="grid size-12 place-items-center rounded-field bg-brand-soft text-brand-ink">
              <Icon size={24} aria-hidden="true" />
            </span>
            <h2 className="display mt-4 text-heading">{title}</h2>
            <p className="mt-2 text-muted">{text}</p>
          </article>
        ))}
      </section>

      <section className="mt-16 md:mt-24">
        <h2 className="display text-center text-title">{t`How It Works`}</h2>
        <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-6">
          {steps().map((title, index) => (
            <li key={title} className="flex items-center gap-4 md:flex-col md:text-center">
              <span
                aria-hidden="true"
                className="display grid size-12 shrink-0 place-items-center rounded-pill bg-brand text-xl text-white"
              >
                {index + 1}
              </span>
              <h3 className="display text-heading">{title}</h3>
            </li>
          ))}
        </ol>
      </section>

      <section
        aria-label={t`In numbers`}
        className="mt-16 rounded-[28px] bg-linear-150 from-brand to-[oklch(from_var(--brand)_0.36_calc(c*.85)_calc(h-10))] px-4 py-10 text-white md:mt-24"
      >
        <dl className="grid grid-cols-2 gap-y-8 text-center md:grid-cols-4">
          {aboutNumbers.map(({ label, standard, place }, index) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="mt-1.5 text-white/90">{say(label)}</dt>
              <dd className="display tabular text-4xl md:text-5xl">
                {numbers === undefined ? place : (numbers[index] ?? standard)}
              </dd>
            </div>
          ))}
        </dl>
      </section>

      <section className="mx-auto mt-16 max-w-2xl text-center md:mt-24">
        <h2 className="display text-title">{t`Our Mission`}</h2>
        <p className="mt-4 text-lg leading-relaxed text-muted">{t`Great web apps should not need an app store, an advertising budget or luck to be found.`}</p>
        <ButtonLink href="/login" size="lg" className="mt-8 px-12">{t`Join`}</ButtonLink>
      </section>
    </div>
  );
}
