import { getLimits } from '../../../src/accounts/limits/contract.ts';
import { useRead } from '../../lib/use-read.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ClosedDestinations } from '../../ui/closed-destinations.tsx';
import { ReadFrame } from '../../ui/read-frame.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';

/** Shows the destinations closed for this account by country and kind of number, and how they are opened. */
export function ClosedDestinationsOf() {
  const { id } = useCurrentUser();
  const limits = useRead(getLimits, { id });
  return (
    <>
      <ReadFrame read={limits}>{(data) => <ClosedDestinations limits={data} />}</ReadFrame>
      <SupportLinks className="mt-3 text-sm" />
    </>
  );
}
