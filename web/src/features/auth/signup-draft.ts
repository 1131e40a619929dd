import { useEffect, useEffectEvent } from 'react';
import { BEFORE_RELOAD, dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';

const KEY = 'zapdeck.signup-draft';
/** Passwords are not stored, and the terms have to be accepted in the new language. */
const KEPT = ['firstName', 'lastName', 'email', 'answer'] as const;

type Kept = Partial<Record<(typeof KEPT)[number], string | undefined>>;

const storage = () => (typeof sessionStorage === 'undefined' ? undefined : sessionStorage);

/** Returns what was typed into the sign-up form before the language changed. Undefined without a change. */
export function readSignupDraft(): Kept | undefined {
  const box = storage();
  const draft = box && readDraft(box, KEY);
  return (
    draft &&
    Object.fromEntries(KEPT.flatMap((name) => (typeof draft[name] === 'string' ? [[name, draft[name]]] : [])))
  );
}

/** Keeps the values of the form while the language changes. */
export function useSignupDraft(values: Kept): void {
  const keep = useEffectEvent(() => {
    const draft = Object.fromEntries(KEPT.map((name) => [name, values[name]]));
    keepDraft(sessionStorage, KEY, draft);
  });
  useEffect(() => {
    dropDraft(sessionStorage, KEY);
    addEventListener(BEFORE_RELOAD, keep);
    return () => removeEventListener(BEFORE_RELOAD, keep);
  }, []);
}
