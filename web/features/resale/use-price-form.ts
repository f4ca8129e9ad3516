import { setPriceList } from '../../../src/resale/customers/contract.ts';
import type { Prices } from '../../../src/resale/customers/price-contract.ts';
import { bodyOf } from '../../lib/call.ts';
import { useContractForm } from '../../ui/form.tsx';

/** The form of a price list, filled with what is set. */
export const usePriceForm = ({ own }: Prices) => useContractForm(bodyOf(setPriceList), { defaultValues: own });

export type PriceFormState = ReturnType<typeof usePriceForm>;
