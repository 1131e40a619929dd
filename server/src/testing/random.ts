export { sequence } from '../features/rankings/estimate/sequence.ts';
