import type { DidNumber } from '../../../src/services/numbers/contract.ts';
import { t } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { WithNumbers } from '../../ui/with-numbers.tsx';
import type { useNumberChanges } from './use-number-changes.ts';

interface RenewalDialogProps {
  number: DidNumber;
  renew: ReturnType<typeof useNumberChanges>['renew'];
  open: boolean;
  onClose: () => void;
}

/** Asks before a number is paid for one more month. */
export const RenewalDialog = ({ number: row, renew, open, onClose }: RenewalDialogProps) => (
  <ConfirmDialog
    open={open}
    onClose={onClose}
    title={<WithNumbers>{t('numbers.mine.renewTitle', { number: row.number })}</WithNumbers>}
    description={t('numbers.mine.renewText', { price: formatPounds(row.renewalPrice) })}
    confirmLabel={t('numbers.mine.renew')}
    busy={renew.isPending}
    onConfirm={() => renew.mutate()}
  />
);
