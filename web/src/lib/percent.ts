import { localized } from './localized.ts';

const percent = localized(
  (locales) => new Intl.NumberFormat(locales, { style: 'percent', maximumFractionDigits: 1 }),
);

/** Formats a share in percent: 12.5%. */
export const formatPercent = (share: number): string => percent().format(share);
