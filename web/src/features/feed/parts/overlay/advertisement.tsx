import { plural, t } from '@lingui/core/macro';
import Megaphone from 'lucide-react/icons/megaphone';
import { useEffect, useRef } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { focusFeed } from '../../engine/keyboard/focus-feed.ts';

interface Props {
  zapsBetweenAds: number;
  onContinue: () => void;
}

export default function Advertisement({ zapsBetweenAds, onContinue }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    return focusFeed;
  }, []);
  return (
    <section
      data-no-swipe=""
      aria-labelledby="advertisement-title"
      className="feed-stage z-20 flex flex-col items-center justify-center gap-6 bg-paper px-6 pt-16 pb-6 text-center text-ink"
    >
      <div className="grid aspect-[4/3] w-full max-w-md place-items-center rounded-card border-2 border-dashed border-line-strong/50 bg-raised">
        <div className="flex flex-col items-center gap-4 px-8">
          <span className="grid size-16 place-items-center rounded-full bg-brand-soft text-brand-ink">
            <Megaphone size={30} aria-hidden="true" />
          </span>
          <h2
            id="advertisement-title"
            ref={title}
            tabIndex={-1}
            className="display text-title outline-none"
          >{t`Advertisement`}</h2>
          <p className="text-muted">{t`${plural(zapsBetweenAds, { one: 'An ad displays every # zap', other: 'An ad displays every # zaps' })}`}</p>
        </div>
      </div>
      <Button size="lg" onClick={onContinue}>{t`Continue Browsing`}</Button>
    </section>
  );
}
