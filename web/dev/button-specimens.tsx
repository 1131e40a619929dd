import Heart from 'lucide-react/icons/heart';
import { Button } from '../src/components/ui/button.tsx';
import type { ButtonVariant } from '../src/components/ui/button-class.ts';
import { ButtonLink } from '../src/components/ui/button-link.tsx';
import { IconButton } from '../src/components/ui/icon-button.tsx';
import { OpenLink } from '../src/components/ui/open-link.tsx';
import { toast } from '../src/lib/toasts.ts';
import { Specimen } from './specimen.tsx';

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];

/** Buttons and links in all states. */
export function ButtonSpecimens() {
  return (
    <>
      <Specimen name="button">
        {variants.map((variant) => (
          <div key={variant} className="flex flex-wrap gap-3">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} size="lg">
              large
            </Button>
            <Button variant={variant} pending="Busy...">
              pending
            </Button>
            <Button variant={variant} disabled>
              disabled
            </Button>
          </div>
        ))}
      </Specimen>
      <Specimen name="button-link, open-link, icon-button">
        <ButtonLink href="/dev/ui">Link</ButtonLink>
        <ButtonLink href="/dev/ui" variant="secondary">
          Link
        </ButtonLink>
        <OpenLink url="https://example.org" title="Tiny Piano" />
        <IconButton label="Like">
          <Heart size={20} />
        </IconButton>
        <IconButton label="Like, disabled" disabled>
          <Heart size={20} />
        </IconButton>
      </Specimen>
      <Specimen name="toast">
        <Button
          variant="secondary"
          onClick={() => toast({ title: 'Vote Recorded', description: 'You liked Tiny Piano' })}
        >
          Message
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast({ title: 'Submission Failed', description: 'Please try again.', variant: 'destructive' })
          }
        >
          Destructive
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast({ title: 'A new version is ready', action: { label: 'Reload', onClick: () => {} } })
          }
        >
          With an action
        </Button>
      </Specimen>
    </>
  );
}
