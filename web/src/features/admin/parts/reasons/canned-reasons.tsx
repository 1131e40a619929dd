import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type CannedReason, cannedReasonIn, cannedReasons } from '@zapdeck/contract/moderation/moderation';
import type { Language } from '@zapdeck/contract/wire/languages';
import { PAGE_LIMIT_MAX } from '@zapdeck/contract/wire/primitives';
import { call } from '../../../../lib/call.ts';
import './canned-reasons.css';

export function useCannedReasons() {
  return useQuery({
    queryKey: ['admin', cannedReasons.path],
    queryFn: ({ signal }) => call(cannedReasons, { query: { limit: PAGE_LIMIT_MAX } }, { signal }),
  });
}

/** Returns name and text in the moderator's language. */
export const inReadersLanguage = (reason: CannedReason) => cannedReasonIn(reason, i18n.locale as Language);

/** Returns the text after a pick. It replaces an empty text or another pick, and is appended to a typed text. */
export function withPicked(
  typed: string,
  picked: string,
  all: readonly Pick<CannedReason, 'text'>[],
): string {
  const isPick = typed.trim() === '' || all.some(({ text }) => text === typed.trim());
  return isPick ? picked : `${typed.trimEnd()}\n${picked}`;
}

interface Props {
  reason: string;
  onPick: (reason: string) => void;
}

/** Buttons that fill in a canned reason. Renders nothing without reasons. */
export function CannedReasons({ reason, onPick }: Props) {
  const { data = [] } = useCannedReasons();
  const all = data.map((one) => ({ id: one.id, ...inReadersLanguage(one) }));
  if (all.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={t`Suggestions`}>
      {all.map(({ id, label, text }) => (
        <li key={id}>
          <button
            type="button"
            className="dash-canned-pick"
            aria-pressed={reason.trim() === text}
            onClick={() => onPick(withPicked(reason, text, all))}
          >
            <bdi>{label}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
