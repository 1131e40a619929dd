import { useProofQuestion } from '../../lib/proof.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

const ProofSheet = lazyPart(() => import('./proof-sheet.tsx'));

/** Asks for a proof of identity before a sensitive change. Without it, such a change is refused. */
export function ProofPrompt() {
  const end = useProofQuestion();
  return <ProofSheet open={end !== undefined} onClose={() => end?.(false)} onProved={() => end?.(true)} />;
}
