import { callFlow } from '../../../src/carriers/call-flow.ts';
import { planOf } from '../../../src/services/voice/running/plan.ts';
import { lockCall } from '../../../src/services/voice/read-call.ts';
import { voiceCall } from '../../../src/services/voice/contract.ts';
import { appForFile, expectProblem, funded, sentCodes, there } from '../../kit/index.ts';

const OUR_NUMBER = '+442071234567';
const AMERICAN = '+12025550147';
const env = { SENDER_NAMES: 'approved', CODE_CALLER_ID: OUR_NUMBER };
const app = await appForFile({ env, background: false });
const person = await funded(app, '10.00');

test('where a country takes no names, the code is read out by a call', async () => {
  const proofs = `/api/users/${person.id}/number-proofs`;
  const json = { number: AMERICAN };
  await app.deps.sql`update users set language = 'it' where id = ${person.id}`;
  const byMessage = await expectProblem(await person.as(`${proofs}/message`, { json }), 'sender_not_allowed');
  expect(byMessage.sentence?.code).toBe('senderNever');
  const answer = await person.as(`${proofs}/call`, { json });
  expect(answer.status).toBe(201);
  const shown = await answer.text();
  const { id, callerId } = voiceCall.parse(JSON.parse(shown));
  expect(callerId).toBe(OUR_NUMBER);
  const [proof] = await sentCodes(app.deps, person);
  const code = proof?.code ?? '';
  expect(code).toHaveLength(6);
  expect(shown).not.toContain(code);
  const call = there(await lockCall(app.deps.db, id), 'the call is not there');
  const [said, end] = callFlow(planOf(call, null), { kind: 'answered' });
  expect(end).toEqual({ kind: 'hang-up' });
  expect(said?.kind === 'say' && said.text.replace(/\D/g, '')).toBe(code + code);
  // In the account's own language.
  expect(said).toMatchObject({ language: 'it', text: expect.stringContaining('Il suo codice è') });
  expect((await person.as(proofs, { method: 'PUT', json: { ...json, code } })).status).toBe(200);
});
