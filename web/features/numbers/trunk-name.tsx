import { listTrunks, type Trunk } from '../../../src/services/trunks/contract.ts';
import { t } from '../../lib/i18n.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';

/** The trunks of the account. */
export function useTrunks() {
  const { id } = useCurrentUser();
  return usePagedList(listTrunks, { params: { id } });
}

/** A trunk's name among the others: its plan, and its user. */
export const nameOfTrunk = ({ packageType, sip }: Trunk): string =>
  [t(`packages.plan.${packageType}`), sip?.username].filter(Boolean).join(' · ');

/** The name of one of the account's trunks; nothing until it is known. */
export function TrunkName({ trunkId }: { trunkId: string }) {
  const trunk = useTrunks().rows.find(({ id }) => id === trunkId);
  return trunk && <bdi>{nameOfTrunk(trunk)}</bdi>;
}
