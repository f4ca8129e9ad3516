import { z } from 'zod';
import { TRUNK_RINGS } from '../../../db/enums.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { line } from '../../platform/kit/schemas.ts';

/** The most steps of an answer plan. */
export const MAX_ANSWER_STEPS = 10;
/** How long a number or a trunk that calls are led on to may ring, in seconds. */
export const RING_SECONDS = { least: 10, usual: 25, most: 60 } as const;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, faultText('timeOfDay', { example: '09:30' }));

/** Hours of a week: the days, and the times of the day between which they hold. */
export const answerHours = z.object({
  /** 1 for Monday to 7 for Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1, faultText('fillAll')).max(7),
  from: timeOfDay,
  /** Not after `from`: the hours go on past midnight. */
  to: timeOfDay,
});

const answerGreeting = {
  /** Read out by a voice. It may be empty beside a recording. */
  greeting: line(500),
  /** An uploaded recording (`/api/objects/…` of a link with `kind: sound`) that is played instead. */
  recording: z
    .string()
    .regex(/^\/api\/objects\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Not an uploaded recording')
    .optional(),
};

/** A greeting needs a text or a recording. */
const hasGreeting = ({ greeting, recording }: { greeting: string; recording?: string | undefined }) =>
  greeting !== '' || recording !== undefined;
const GREETING_MISSING = { path: ['greeting'], error: faultText('fillAll') };

const ringSeconds = z.number().int().min(RING_SECONDS.least).max(RING_SECONDS.most).default(RING_SECONDS.usual);

const answerStep = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('forward'),
      number: z
        .string()
        .trim()
        .regex(/^\+[1-9]\d{6,14}$/, faultText('fullNumber', { example: '+447911123456' })),
      ringSeconds,
    }),
    z.object({
      kind: z.literal('trunk'),
      trunkId: z.uuid(faultText('fillAll')),
      /** In turn, each telephone rings for that long; of several with a priority of their own, the higher one first. */
      ring: z.enum(TRUNK_RINGS).default('together'),
      ringSeconds,
    }),
    z.object({ kind: z.literal('menu'), ...answerGreeting }).refine(hasGreeting, GREETING_MISSING),
    z.object({ kind: z.literal('voicemail'), ...answerGreeting }).refine(hasGreeting, GREETING_MISSING),
    z.object({ kind: z.literal('busy') }),
  ])
  .and(z.object({ hours: answerHours.nullable().default(null) }));

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** An IANA name, in which hours are meant. */
export const timeZone = z.string().max(60).refine(isTimeZone, faultText('timeZone'));

/**
 * The steps of a call to a number: those that count at that time, one after the other. `forward` calls
 * another number, at the price of a call to it; `trunk` rings the telephones that are registered with a trunk
 * of its owner, which costs nothing; `menu` lets the caller go on or leave a message; `voicemail` takes a
 * message; `busy` refuses the call. A call skips a step that it cannot take: some carriers' calls ring no
 * trunk, and a call that comes by SIP has a menu or voicemail where the edge has its answering machine.
 */
export const answerPlan = z.object({ timeZone, steps: z.array(answerStep).max(MAX_ANSWER_STEPS) });
export type AnswerPlan = z.infer<typeof answerPlan>;
export type AnswerStep = AnswerPlan['steps'][number];
