import {
  type AutoReply,
  listAutoReplies,
  type NumberAnswers,
  setNumberAnswers,
} from '../../../src/services/inbox/answers/contract.ts';
import { sendReply } from '../../../src/services/inbox/replies/send-reply.ts';
import { comeIn, funded, readAnswer, type TestActor, type TestApp } from '../../kit/index.ts';
import { bought } from '../numbers/numbers.ts';

export interface Holder {
  person: TestActor;
  numberId: string;
  number: string;
}

export const answersPath = ({ person, numberId }: Holder) => `/api/users/${person.id}/did-numbers/${numberId}/answers`;

export const putAnswers = (of: Holder, body: object) =>
  of.person.as(answersPath(of), { method: 'PUT', json: { rules: [], office: null, answersPerDay: null, ...body } });

export const setAnswers = (of: Holder, body: object): Promise<NumberAnswers> =>
  readAnswer(putAnswers(of, body), setNumberAnswers);

export const replyTo = (keyword: string, text: string) => ({ match: 'word', keyword, kind: 'reply', text });
export const toAny = (text: string) => ({ match: 'any', kind: 'reply', text });

/** The acts of tests of one server; the queue does not run by itself there, so each test says when answers are sent. */
export const answering = (server: () => TestApp) => ({
  holder: async (credit = '100.00'): Promise<Holder> => {
    const person = await funded(server(), credit);
    const { id: numberId, number } = await bought(person);
    return { person, numberId, number };
  },

  /** Somebody writes to a number. @returns the id by which the carrier would deliver it again */
  write: async (to: string, from: string, text: string, id = Bun.randomUUIDv7()): Promise<string> => {
    await comeIn(server(), { carrierMessageId: id, from, to, text });
    return id;
  },

  /** Sends all answers that wait. @returns what a person's numbers have answered by themselves, oldest first */
  repliesOf: async ({ person }: Holder, query = ''): Promise<AutoReply[]> => {
    await sendWaiting(server());
    const replies = await readAnswer(person.as(`/api/users/${person.id}/auto-replies${query}`), listAutoReplies);
    return replies.toReversed();
  },
});

export async function sendWaiting({ deps }: TestApp): Promise<void> {
  const rows = await deps.sql<{ id: string }[]>`select id from auto_replies where status = 'waiting'`;
  for (const { id: replyId } of rows) await sendReply(deps, { replyId });
}
