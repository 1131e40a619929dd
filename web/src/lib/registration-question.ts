import { t } from '@lingui/core/macro';
import { instance } from './instance.ts';

/** Returns the question of an instance without one of its own. */
export const standardQuestion = () => t`Why would you like to join?`;

/** Returns the question that people answer who need approval. */
export const registrationQuestion = (): string => instance.registrationQuestion ?? standardQuestion();
