import { ButtonLink } from '../../../../components/ui/button-link.tsx';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';

export default function NoApps({ canSubmit }: { canSubmit: boolean }) {
  return (
    <div className="absolute inset-0 grid place-items-center overflow-y-auto bg-paper pb-28 text-ink">
      <EmptyState
        title="No Apps Available"
        text="There are no approved apps to browse right now. Check back later or submit your own app!"
      >
        {canSubmit ? <ButtonLink href="/submit">Submit an app</ButtonLink> : null}
      </EmptyState>
    </div>
  );
}
