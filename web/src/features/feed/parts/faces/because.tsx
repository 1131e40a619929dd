import { t } from '@lingui/core/macro';

/** The liked app that leads to a card of the deck `for-you`. */
export default function Because({ title }: { title: string }) {
  return <p className="min-w-0 flex-1 truncate">{t`Because you liked ${title}`}</p>;
}
