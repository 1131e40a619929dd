import type { OwnApp } from '@zapdeck/contract/apps';
import { badgeUrl } from '@zapdeck/contract/pages';
import Copy from 'lucide-react/icons/copy';
import { useId } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { badgeHtml, linkHtml } from '../../lib/badge-html.ts';
import { copyAndSay } from '../../lib/share-app.ts';
import { Section } from './section.tsx';

interface SnippetProps {
  name: string;
  html: string;
  said: string;
}

/** HTML to copy, all of it within reach of who cannot copy with one press. */
function Snippet({ name, html, said }: SnippetProps) {
  const id = useId();
  return (
    <div className="snippet grid gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        HTML of the {name}
      </label>
      <textarea
        id={id}
        readOnly
        rows={3}
        spellCheck={false}
        value={html}
        className="w-full rounded-field border border-line-strong bg-raised text-base text-ink"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() =>
          void copyAndSay(html, { title: said, description: 'HTML for your own site copied to clipboard' })
        }
      >
        <Copy size={18} aria-hidden="true" />
        Copy {name}
      </Button>
    </div>
  );
}

/** What the maker of an approved app may put on a site of their own. */
export function EmbedSection({ app }: { app: OwnApp }) {
  return (
    <Section title="On your own site">
      <p className="mb-4 text-muted">
        The badge counts your likes and leads to your page here. Sites that know oEmbed make a card of the
        page’s address by themselves.
      </p>
      <img src={badgeUrl(app.pageUrl)} alt={`${app.title} on Zapdeck`} height={28} className="mb-4" />
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Snippet name="badge" html={badgeHtml(app)} said="Badge Copied" />
        <Snippet name="link" html={linkHtml(app)} said="Link Copied" />
      </div>
    </Section>
  );
}
