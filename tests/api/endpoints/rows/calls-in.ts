import { signCaller } from '../../../../src/carriers/adapters/sandbox/calls-in.ts';
import { newNumber } from '../../../kit/messages.ts';
import { blockedCaller } from '../caller-things.ts';
import type { Row, Rows } from '../row.ts';
import * as a from '../things.ts';

const VOICE = { may: 'the owner', key: 'voice' } as const satisfies Row;

export const CALLS_IN_ROWS: Rows = {
  listReceivedCalls: VOICE,
  listBlockedCallers: VOICE,
  blockCaller: { ...VOICE, json: () => ({ number: newNumber() }), leaves: 'caller.blocked' },
  unblockCaller: { ...VOICE, of: blockedCaller, leaves: 'caller.unblocked' },
  callNumber: {
    may: 'the owner',
    key: 'numbers',
    of: a.number,
    json: { from: '+447911123456' },
    leaves: { nothing: 'a simulated call, and what came in stays as a row of its own' },
  },
  incomingCallCallback: {
    may: 'anybody',
    leaves: { nothing: 'a call that came in stays as a row of its own' },
    call: ({ app }) => {
      const caller = { id: Bun.randomUUIDv7(), from: '+447911123456', to: newNumber() };
      const { body, headers } = signCaller(app.deps, 'sandbox', caller);
      return app.fetch('/api/callbacks/sandbox/calls', { method: 'POST', body, headers });
    },
  },
};
