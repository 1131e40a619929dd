import type { OwnApp } from '@zapdeck/contract/apps';
import type { Verification } from '@zapdeck/contract/verification';
import Copy from 'lucide-react/icons/copy';
import { useId } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { QueryView } from '../../components/ui/query-view.tsx';
import { TimeAgo } from '../../components/ui/time-ago.tsx';
import { VerifiedMark } from '../../components/ui/verified-mark.tsx';
import { copyAndSay } from '../../lib/share-app.ts';
import { Section } from './section.tsx';
import { useVerification, useVerifyNow } from './use-verification.ts';
import { findingInWords } from './verification-words.ts';

interface WayProps {
  label: string;
  text: string;
  said: string;
}

/** One of the two ways to show it: a text to be copied. */
function Way({ label, text, said }: WayProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="text-sm font-semibold wrap-anywhere">
        {label}
      </label>
      <textarea
        id={id}
        readOnly
        rows={3}
        spellCheck={false}
        value={text}
        className="w-full resize-y rounded-field border border-line-strong bg-raised p-3 font-mono text-base text-ink md:text-sm"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => void copyAndSay(text, { title: said, description: 'Copied to clipboard' })}
      >
        <Copy size={18} aria-hidden="true" />
        Copy
        <span className="sr-only"> {label}</span>
      </Button>
    </div>
  );
}

function Standing({ verification }: { verification: Verification }) {
  const { verifiedAt, checkedAt, host } = verification;
  const found = findingInWords(verification);
  return (
    <div role="status" className="grid gap-2">
      {verifiedAt === null ? (
        <p className="text-muted">
          Show that <b className="font-semibold text-ink wrap-anywhere">{host}</b> is yours, in one of two
          ways. People then see a check mark beside your name.
        </p>
      ) : (
        <p>
          Verified <TimeAgo moment={verifiedAt} />
          <VerifiedMark /> Leave the proof where it is: we look every day.
        </p>
      )}
      {found === null ? null : (
        <p
          className={`rounded-field px-3 py-2 text-sm wrap-anywhere ${verifiedAt === null ? 'bg-raised text-ink' : 'bg-amber-soft text-amber-ink'}`}
        >
          {found} {checkedAt === null ? null : <TimeAgo moment={checkedAt} />}
        </p>
      )}
    </div>
  );
}

function Ways({ id, verification }: { id: string; verification: Verification }) {
  const { pending, start } = useVerifyNow(id);
  const { tag, fileUrl, token, verifiedAt } = verification;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Standing verification={verification} />
      {verifiedAt !== null && verification.finding === 'found' ? null : (
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <Way label="A tag in the head of the page" text={tag} said="Tag Copied" />
          <Way label={`Or a line in ${fileUrl}`} text={token} said="Line Copied" />
        </div>
      )}
      <Button className="justify-self-start" pending={pending ? 'Looking...' : undefined} onClick={start}>
        Check now
      </Button>
    </div>
  );
}

/** How the maker shows that the app is theirs, and whether they have. */
export function VerificationSection({ app }: { app: OwnApp }) {
  const query = useVerification(app.id);
  return (
    <Section title="Verified maker">
      <QueryView
        query={query}
        what="whether you are verified"
        skeleton={<div aria-hidden="true" className="skeleton h-32" />}
      >
        {(verification) => <Ways id={app.id} verification={verification} />}
      </QueryView>
    </Section>
  );
}
