import { t } from '@lingui/core/macro';
import { instance } from './instance.ts';

/** Returns the question of instances without their own. */
export const standardQuestion = () => t`Why would you like to join?`;

/** Returns the question for people who need approval. */
export const registrationQuestion = (): string => instance.registrationQuestion ?? standardQuestion();
