import type { Dialog } from '../voice/trunk/keep-dialog.ts';
import type { SipDialog } from './contract.ts';

/** The names of an INVITE as they are stored. */
export const dialogOf = ({ callId: sipCallId, fromTag, cseq, branch, source, edge }: SipDialog): Dialog => ({
  ...{ sipCallId, fromTag, cseq, branch, source, edge },
});
