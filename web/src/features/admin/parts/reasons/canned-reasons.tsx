import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type CannedReason, cannedReasons } from '@zapdeck/contract/moderation';
import { PAGE_LIMIT_MAX } from '@zapdeck/contract/primitives';
import { call } from '../../../../lib/call.ts';
import './canned-reasons.css';

/** The reasons that can be picked, as they are or just were. */
export function useCannedReasons() {
  return useQuery({
    queryKey: ['admin', cannedReasons.path],
    queryFn: ({ signal }) => call(cannedReasons, { query: { limit: PAGE_LIMIT_MAX } }, { signal }),
  });
}

/** What the field holds after a pick: in place of nothing or of another pick, else below what was typed. */
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

/** One tap fills the reason, which can be edited then. Nothing where there are none, or they can't be read. */
export function CannedReasons({ reason, onPick }: Props) {
  const { data: all = [] } = useCannedReasons();
  if (all.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={t`To pick from`}>
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
