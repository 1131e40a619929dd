import Globe from 'lucide-react/icons/globe';

/** Picture of a web page, as processed by the server. Without one, an icon of a globe. */
export function PagePicture({ picture }: { picture: string | null }) {
  return (
    <span className="grid size-18 shrink-0 place-items-center overflow-hidden rounded-field bg-raised text-muted">
      {picture === null ? (
        <Globe size={28} aria-hidden="true" />
      ) : (
        <img src={picture} alt="" className="size-full object-cover" />
      )}
    </span>
  );
}
