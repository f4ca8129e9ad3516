import { t } from '../../../lib/i18n.ts';

/** A list's name, and how many are in it where that is known. */
export const withCount = (name: string, count: number | undefined): string =>
  count === undefined ? name : t('contacts.named', { name, count });
