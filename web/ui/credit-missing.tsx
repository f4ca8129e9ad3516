import { Link } from '../lib/router.ts';
import { ApiError, messageOf } from '../lib/call.ts';
import { Notice } from './notice.tsx';

interface CreditMissingProps {
  /** Why the server refused; shown where credit was missing. */
  error: Error | null;
  /** The message if the server gives none. */
  failed: string;
  /** The words of the link to Billing. */
  topUp: string;
}

/** Says that the balance is too low, with a link to top it up. */
export function CreditMissing({ error, failed, topUp }: CreditMissingProps) {
  if (!(error instanceof ApiError) || error.problem?.code !== 'insufficient_credits') return null;
  return (
    <Notice tone="danger" alert>
      {messageOf(error, failed)}{' '}
      <Link to="/billing" className="font-medium text-accent underline">
        {topUp}
      </Link>
    </Notice>
  );
}
