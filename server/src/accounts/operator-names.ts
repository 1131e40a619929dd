import { looksLikeOperator, OPERATOR_NAME } from '@zapdeck/contract/instance/operator-names';
import { Refusal } from '../http/refusal.ts';

export function refuseOperatorNames(names: Readonly<Record<string, string>>): void {
  const refused = Object.entries(names).filter(([, name]) => looksLikeOperator(name));
  if (refused.length === 0) return;
  throw new Refusal('invalid_input', {
    fields: Object.fromEntries(refused.map(([field]) => [field, OPERATOR_NAME])),
  });
}
