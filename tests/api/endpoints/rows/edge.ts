import { call } from '../../../kit/actors.ts';
import { bought } from '../../numbers/numbers.ts';
import type { Rows } from '../row.ts';
import { SIP_PROXY_TOKEN } from '../world.ts';

/** What the SIP edge asks, with its own token. */
export const EDGE_ROWS: Rows = {
  listSipCarriers: {
    may: 'anybody',
    leaves: { nothing: 'changes nothing: the edge asks with its own token' },
    call: ({ app }, _owner, path) =>
      call(app, path, { headers: { authorization: `Bearer ${SIP_PROXY_TOKEN}` } }),
  },
  receiveSipCall: {
    may: 'anybody',
    leaves: { nothing: 'a call that came in stays as a row of its own' },
    call: async ({ app }, owner, path) =>
      call(app, path, {
        json: {
          carrier: 'sandbox',
          called: (await bought(owner)).number,
          caller: '447911123456',
          callId: crypto.randomUUID(),
          fromTag: 'a1',
          cseq: 1,
          source: '192.0.2.2:5060',
          edge: 'http://127.0.0.1:5059/',
        },
        headers: { authorization: `Bearer ${SIP_PROXY_TOKEN}` },
      }),
  },
};
