import { newNumber } from '../../../kit/messages.ts';
import type { Row, Rows } from '../row.ts';
import * as senders from '../sender-things.ts';

const SMS = { may: 'the owner', key: 'messages' } as const satisfies Row;

/** Who wants no messages. */
export const MESSAGE_ROWS: Rows = {
  listOptOuts: SMS,
  addOptOut: { ...SMS, json: () => ({ number: newNumber() }), leaves: 'opt_out.added' },
  importOptOuts: { ...SMS, json: () => ({ file: newNumber() }), leaves: 'opt_outs.imported' },
  exportOptOuts: SMS,
  removeOptOut: { ...SMS, of: senders.optOut, leaves: 'opt_out.removed' },
  getOptOutTexts: SMS,
  setOptOutTexts: {
    ...SMS,
    json: { stop: 'Goodbye', start: null, help: null },
    leaves: 'opt_out_texts.changed',
  },
};
