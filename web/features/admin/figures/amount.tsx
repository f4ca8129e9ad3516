import { t } from '../../../lib/i18n.ts';
import { formatPounds } from '../../../ui/format-money.ts';
import { Money } from '../../../ui/money.tsx';

/** An amount of the figures; a margin is unknown as long as the cost of anything in it is. */
export const Amount = ({ value }: { value: string | null }) =>
  value === null ? t('admin.figures.unknownMargin') : <Money value={value} />;

/** The same as text. */
export const amountText = (value: string | null): string =>
  value === null ? t('admin.figures.unknownMargin') : formatPounds(value);
