import { instance, isBuild } from '../../lib/instance.ts';

/** Logo of the instance, or the bolt on a card. */
export function BoltMark({ className = 'size-8' }: { className?: string }) {
  return (
    <>
      {instance.logo === null || isBuild ? (
        <svg data-shown-if="MARK" viewBox="0 0 64 64" aria-hidden="true" className={`shrink-0 ${className}`}>
          <rect
            x="15"
            y="5"
            width="40"
            height="52"
            rx="11"
            transform="rotate(8 35 31)"
            className="fill-brand"
            opacity=".35"
          />
          <rect
            x="9"
            y="7"
            width="42"
            height="52"
            rx="12"
            transform="rotate(-5 30 33)"
            className="fill-brand"
          />
          <path d="M34.5 12 17 36.5h10.2L24 54l19-26H32.2z" className="fill-bolt" />
        </svg>
      ) : null}
      {instance.logo === null ? null : (
        <img
          data-shown-if="LOGO"
          src={`/logo/${instance.logo}/192.png`}
          alt=""
          // React would preload it in pages, even where the server removes it.
          loading="lazy"
          className={`shrink-0 object-contain ${className}`}
        />
      )}
    </>
  );
}
