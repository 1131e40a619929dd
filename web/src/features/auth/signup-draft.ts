import { useEffect, useEffectEvent } from 'react';
import { BEFORE_RELOAD, dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';

const KEY = 'zapdeck.signup-draft';
/** Passwords are not stored. The terms must be accepted in the new language. */
const KEPT = ['firstName', 'lastName', 'email', 'answer'] as const;

type Kept = Partial<Record<(typeof KEPT)[number], string | undefined>>;

/** Undefined during prerendering, and in browsers that block cookies. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Returns the values typed before the language changed, or undefined. */
export function readSignupDraft(): Kept | undefined {
  const box = storage();
  const draft = box && readDraft(box, KEY);
  return (
    draft &&
    Object.fromEntries(KEPT.flatMap((name) => (typeof draft[name] === 'string' ? [[name, draft[name]]] : [])))
  );
}

/** Stores the values of the form while the language changes. */
export function useSignupDraft(values: Kept): void {
  const keep = useEffectEvent(() => {
    const draft = Object.fromEntries(KEPT.map((name) => [name, values[name]]));
    const box = storage();
    if (box) keepDraft(box, KEY, draft);
  });
  useEffect(() => {
    const box = storage();
    if (box) dropDraft(box, KEY);
    addEventListener(BEFORE_RELOAD, keep);
    return () => removeEventListener(BEFORE_RELOAD, keep);
  }, []);
}
