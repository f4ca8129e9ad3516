import { useMutation } from '@tanstack/react-query';
import { type RateDeck, setRouteOrder } from '../../../../src/money/decks/contract.ts';
import { ROUTE_ORDERS, type RouteOrder } from '../../../../db/enums.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { toastRefusal } from '../../../ui/refusal.tsx';
import { toast } from '../../../ui/toast.tsx';
import { readAgain } from './read-again.ts';

/** By what the carriers of a destination are put in order; a choice holds at once. */
export function RouteOrderField({ service, by }: { service: RateDeck['service']; by: RouteOrder }) {
  const save = useMutation({
    mutationFn: (chosen: RouteOrder) => call(setRouteOrder, { params: { service }, body: { by: chosen } }),
    onSuccess: () => {
      toast({ title: t('rates.routing.saved') });
      return readAgain();
    },
    onError: (error) => toastRefusal(error, t('rates.failed')),
  });
  return (
    <Field label={t(`rates.routing.${service}`)}>
      <Select
        value={save.isPending ? save.variables : by}
        disabled={save.isPending}
        onChange={(event) => {
          const chosen = ROUTE_ORDERS.find((order) => order === event.target.value);
          if (chosen) save.mutate(chosen);
        }}
      >
        {ROUTE_ORDERS.map((order) => (
          <option key={order} value={order}>
            {t(`rates.routing.${order}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
