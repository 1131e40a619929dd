import { Fragment, type ReactElement } from 'react';
import { type Entry, sentenceOf } from './words/audit-sentences.ts';

interface Props {
  entry: Entry;
  actor: ReactElement;
  target: ReactElement;
}

/** Sentence of an audit entry, with the given elements for actor and target. */
export function AuditSentence({ entry, actor, target }: Props) {
  const { text, name } = sentenceOf(entry);
  const parts: Readonly<Record<string, ReactElement>> = {
    '{actor}': actor,
    '{target}': target,
    '{name}': <bdi>{name}</bdi>,
  };
  return text
    .split(/(\{\w+\})/)
    .map((part, place) => <Fragment key={place}>{parts[part] ?? <span>{part}</span>}</Fragment>);
}
