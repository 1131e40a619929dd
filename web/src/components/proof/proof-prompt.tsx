import { useProofQuestion } from '../../lib/call-proved.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

const ProofSheet = lazyPart(() => import('./proof-sheet.tsx'));

/** Asks for a proof of identity before a sensitive change. Needed in each screen that uses `callProved`. */
export function ProofPrompt() {
  const end = useProofQuestion();
  return <ProofSheet open={end !== undefined} onClose={() => end?.(false)} onProved={() => end?.(true)} />;
}
