import { doubtsOf } from '../../../src/shared/doubts.ts';

const CLEAR = { otherHash: false, reasons: [], arrivedValue: '100.00', credited: '100.00', outputChosen: false };

test.each([
  ['nothing that disagrees', {}, []],
  ['another hash than the customer’s', { otherHash: true }, ['other_hash']],
  ['money that went elsewhere', { reasons: ['wrong_address'] as const, arrivedValue: null }, ['wrong_address']],
  ['both', { otherHash: true, reasons: ['not_found'] as const }, ['other_hash', 'not_found']],
  ['too little, credited in full', { reasons: ['too_little'] as const, arrivedValue: '90.00' }, ['too_little']],
  [
    'too little, and just that credited',
    { reasons: ['too_little'] as const, arrivedValue: '90.00', credited: '90.00' },
    [],
  ],
  [
    'too much, of which nobody knows what it is worth',
    { reasons: ['too_much'] as const, arrivedValue: null, credited: null },
    ['too_much'],
  ],
  ['an endpoint that did not answer', { reasons: ['endpoint_failed'] as const }, []],
  ['several outputs', { reasons: ['several_outputs'] as const }, ['several_outputs']],
  ['several outputs, one of them chosen', { reasons: ['several_outputs'] as const, outputChosen: true }, []],
])('%s', (_what, known, doubts) => {
  expect<string[]>(doubtsOf({ ...CLEAR, ...known })).toEqual(doubts);
});
