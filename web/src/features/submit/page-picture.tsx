import Globe from 'lucide-react/icons/globe';
import { useState } from 'react';

/** The picture by which a page shows itself; a globe where there is none or it does not load. */
export function PagePicture({ url }: { url: string | null }) {
  const [failedUrl, setFailedUrl] = useState<string>();
  return (
    <span className="grid size-18 shrink-0 place-items-center overflow-hidden rounded-field bg-raised text-muted">
      {url === null || url === failedUrl ? (
        <Globe size={28} aria-hidden="true" />
      ) : (
        <img
          src={url}
          alt=""
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setFailedUrl(url)}
        />
      )}
    </span>
  );
}
