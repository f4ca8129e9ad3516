import { z } from 'zod';
import { AUTO_REPLY_CAUSES, AUTO_REPLY_STATES, RULE_MATCHES } from '../../../../db/enums.ts';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { faultText } from '../../../platform/kit/faults.ts';
import { isoTime, line, namedObject, pageQuery, paragraph, uuid } from '../../../platform/kit/schemas.ts';
import { answerHours, timeZone } from '../../numbers/answer-contract.ts';

const { endpoint, pagedList } = endpointsFor('Inbox');

/** The most answer rules of one number. */
export const MAX_RULES = 30;
/** The most hours of a week, and days without them, that one number can have. */
export const MAX_HOURS = 14;
export const MAX_CLOSED_DAYS = 60;
/** An answer of some parts, with room for a name. */
export const MAX_ANSWER_CHARACTERS = 640;
/** The most answers to one sender in 24 hours that an account can choose. */
export const MAX_ANSWERS_PER_DAY = 20;
/** The fields in braces in an answer: the name of the sender, or their number where they have none; their number. */
export const ANSWER_FIELDS = ['name', 'number'] as const;

const anyNumber = z
  .string()
  .trim()
  .regex(/^\+[1-9]\d{6,14}$/, faultText('fullNumber', { example: '+447911123456' }));

const answerText = paragraph(MAX_ANSWER_CHARACTERS).refine((text) => text.trim().length > 0, faultText('fillAll'));

const action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reply'), text: answerText }),
  z.object({ kind: z.literal('template'), templateId: uuid }),
  z.object({ kind: z.literal('forward'), number: anyNumber }),
  z.object({ kind: z.literal('mail') }),
  z.object({ kind: z.literal('webhook'), webhookId: uuid }),
]);

const matching = z.object({
  match: z.enum(RULE_MATCHES),
  /** Letter case, accents and marks around it do not matter; null for a rule that takes any message. */
  keyword: line(40).nullable().default(null),
});

/**
 * A rule as it is set. `reply` answers with a text, in which `{name}` and `{number}` are the sender's; `template` with
 * one of the account's templates; `forward` sends the message to another number, at the price of a message; `mail` to
 * the confirmed address of the account; `webhook` to one of its webhooks, as the event `rule-matched`.
 */
export const answerRule = action
  .and(matching.extend({ id: uuid.optional() }))
  .refine(({ match, keyword }) => match === 'any' || (keyword ?? '') !== '', {
    path: ['keyword'],
    error: faultText('fillAll'),
  });
export type AnswerRuleInput = z.infer<typeof answerRule>;

export const officeHours = z.object({
  timeZone,
  /** When somebody is there; none: never. */
  hours: z.array(answerHours).max(MAX_HOURS),
  /** Days on which nobody is there. */
  closedDays: z.array(z.iso.date(faultText('dateForm'))).max(MAX_CLOSED_DAYS),
  /** The answer when nobody is there. */
  text: answerText,
});

export const answersBody = z.object({
  rules: z.array(answerRule).max(MAX_RULES),
  /** Null: there is no such answer. */
  office: officeHours.nullable(),
  /** How often one sender is answered in 24 hours; null: as often as is usual. */
  answersPerDay: z.number().int().min(1).max(MAX_ANSWERS_PER_DAY).nullable(),
});

const shownRule = action.and(
  matching.extend({
    id: uuid,
    /** False if it cannot act: its template or webhook is gone, or the account's address is not confirmed. */
    works: z.boolean(),
  }),
);

export const numberAnswers = namedObject('NumberAnswers', {
  rules: z.array(shownRule),
  office: officeHours.nullable(),
  answersPerDay: z.number().int().nullable(),
  /** The limits that hold for every number: answers to one sender, and messages of one sender that are sent on. */
  usual: z.object({
    answersPerDay: z.number().int(),
    answersPerMinute: z.number().int(),
    forwardsPerDay: z.number().int(),
  }),
});
export type NumberAnswers = z.infer<typeof numberAnswers>;

export const getNumberAnswers = endpoint('getNumberAnswers', 'GET /api/users/:id/did-numbers/:numberId/answers', {
  summary: 'What a number answers by itself to messages',
  response: numberAnswers,
});

export const setNumberAnswers = endpoint('setNumberAnswers', 'PUT /api/users/:id/did-numbers/:numberId/answers', {
  summary: 'Set the rules, in their order, the answer outside of hours, and how often one sender is answered',
  body: answersBody,
  response: numberAnswers,
  errors: ['validation_failed'],
});

/** Why something that a rule does is left out. */
export const HELD_BACK = [
  ...['own_number', 'automatic', 'no_number', 'opted_out', 'itself'],
  ...['too_often', 'does_not_work'],
] as const;

export const tryNumberAnswers = endpoint('tryNumberAnswers', 'POST /api/users/:id/did-numbers/:numberId/answers/try', {
  summary: 'See what would be done with a message, without doing it',
  body: z.object({ from: anyNumber, text: paragraph(1600).min(1, faultText('fillAll')) }),
  response: z.object({
    /** The word to stop, start or get help that it is: then no rule acts. */
    optOutKeyword: z.enum(['stop', 'start', 'help']).nullable(),
    /** It is outside of the hours. */
    closed: z.boolean(),
    /** The rule that fits. */
    ruleId: uuid.nullable(),
    acts: z.array(
      z.object({
        kind: z.enum(['answer', 'forward', 'mail', 'webhook']),
        cause: z.enum(['rule', 'hours']),
        /** An answer, and a message that is sent on, went to this number. */
        to: z.string().nullable(),
        text: z.string().nullable(),
        /** Why it is left out; null: it is done. */
        heldBack: z.enum(HELD_BACK).nullable(),
      }),
    ),
  }),
});

export const autoReply = namedObject('AutomaticReply', {
  id: uuid,
  conversationId: uuid,
  /** The account's number that answered. */
  from: z.string(),
  /** This number had written. */
  sender: z.string(),
  /** This number got it: the sender, or the number to which their message was sent on. */
  to: z.string(),
  cause: z.enum(AUTO_REPLY_CAUSES),
  keyword: z.string().nullable(),
  text: z.string(),
  status: z.enum(AUTO_REPLY_STATES),
  /** The code of the error, if it was refused. */
  problem: z.string().nullable(),
  /** The message that was sent. */
  messageId: uuid.nullable(),
  at: isoTime,
});
export type AutoReply = z.infer<typeof autoReply>;

export const listAutoReplies = pagedList('listAutoReplies', '/api/users/:id/auto-replies', {
  summary: 'What numbers answered by themselves and why, newest first',
  query: pageQuery.extend({
    /** Only answers of this number of the account, E.164. */
    number: anyNumber.optional(),
  }),
  row: autoReply,
});
