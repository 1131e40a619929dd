import type { App } from '@zapdeck/contract/apps';
import { useState } from 'react';
import { coverDesign, coverInitial } from '@zapdeck/contract/cover-design';
import { CategoryIcon } from './category-icon.tsx';
import { CoverPattern } from './cover-pattern.tsx';

interface Props {
  app: Pick<App, 'id' | 'title' | 'category' | 'thumbnailUrl'>;
  className?: string;
}

/** The picture of an app: its own, or one drawn from its id. Fills the box that the class gives it. */
export function Cover({ app, className = '' }: Props) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const design = coverDesign(app.id);
  const picture = app.thumbnailUrl !== null && app.thumbnailUrl !== failedUrl ? app.thumbnailUrl : undefined;
  return (
    <div
      aria-hidden="true"
      className={`@container-[size] relative isolate overflow-hidden text-white ${className}`}
    >
      <CoverPattern design={design} />
      <span className="display absolute bottom-[6cqmin] left-[9cqmin] text-[length:58cqmin] leading-[.8] drop-shadow-[0_2px_12px_rgb(0_0_0/.18)]">
        {coverInitial(app.title)}
      </span>
      <CategoryIcon
        category={app.category}
        className="absolute top-[9cqmin] right-[9cqmin] size-[22cqmin] opacity-90"
      />
      {picture === undefined ? null : (
        <img
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
          onError={() => setFailedUrl(picture)}
        />
      )}
    </div>
  );
}
