import { numberFormat } from './i18n.ts';

const BYTES_PER_MEGABYTE = 1024 * 1024;

/**
 * The size of a file for a reader, in whole megabytes.
 * @param style `narrow` leaves no space between figure and unit, where the language has such a form
 */
export const formatSize = (bytes: number, style: 'short' | 'narrow' = 'short'): string =>
  numberFormat({ style: 'unit', unit: 'megabyte', unitDisplay: style, maximumFractionDigits: 0 }).format(
    bytes / BYTES_PER_MEGABYTE,
  );
