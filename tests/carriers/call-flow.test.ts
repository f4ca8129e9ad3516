import { callFlow, type CallPlan } from '../../src/carriers/call-flow.ts';

const plan: CallPlan = {
  ...{ reference: 'r', callerId: '+441', destination: '+442', timeLimit: 60, record: false },
  ...{ ivr: false, forwardTo: null, leg: null, voicemail: false, conferenceRoom: null, says: null },
};
const forwarded = { ...plan, forwardTo: '+443', leg: { reference: 'l', timeLimit: 60 } };
const kinds = (given: CallPlan, moment: Parameters<typeof callFlow>[1]) =>
  callFlow(given, moment).map(({ kind }) => kind);

describe('callFlow', () => {
  test('without options the line is open', () => {
    expect(kinds(plan, { kind: 'answered' })).toEqual(['say', 'hold']);
  });

  test('forwarding falls back to voicemail, where there is one', () => {
    expect(kinds(forwarded, { kind: 'answered' })).toEqual(['connect']);
    expect(kinds(forwarded, { kind: 'unconnected' })).toEqual(['say', 'hang-up']);
    expect(kinds({ ...forwarded, voicemail: true }, { kind: 'unconnected' })).toEqual(['say', 'take-message']);
  });

  test('a menu offers what was ordered, and nothing else', () => {
    const menu = { ...forwarded, ivr: true, voicemail: true };
    expect(callFlow(menu, { kind: 'answered' })).toEqual([
      { kind: 'menu', text: 'Hello. You have a call. Press 1 to be connected. Press 2 to leave a message.' },
    ]);
    expect(kinds(menu, { kind: 'digit', digit: '1' })).toEqual(['connect']);
    expect(kinds(menu, { kind: 'digit', digit: '2' })).toEqual(['say', 'take-message']);
    expect(kinds(menu, { kind: 'digit', digit: '3' })).toEqual(['menu']);
    expect(kinds(menu, { kind: 'digit', digit: '' })).toEqual(['say', 'hang-up']);
    expect(kinds({ ...menu, conferenceRoom: 'x' }, { kind: 'digit', digit: '3' })).toEqual(['conference']);
  });
});
