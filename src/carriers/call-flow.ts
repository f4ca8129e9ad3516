import type { AnswerAction } from '../../db/schema/index.ts';
import type { Language } from '../platform/kit/languages.ts';
import { type Speech, SPEECH } from './speech.ts';

/**
 * The instructions for a call. They are the same for every carrier; each carrier writes them in its own form.
 */
export interface CallPlan {
  /** Our call's id. */
  reference: string;
  callerId: string;
  /** E.164. */
  destination: string;
  /** A number of ours: the SIP address that its carrier calls in place of it. */
  sip?: string | undefined;
  /** Seconds after which the carrier ends it. */
  timeLimit: number;
  record: boolean;
  ivr: boolean;
  /** E.164; null where it is not forwarded. */
  forwardTo: string | null;
  /**
   * The call to that number. Null if it must not be called: then the call continues as if nobody had answered there.
   */
  leg: LegPlan | null;
  voicemail: boolean;
  /** The name of the conference room; null for none. */
  conferenceRoom: string | null;
  /** A text that is read out before the call ends; null for none. */
  says: string | null;
  /** The language of that text, and of all else that a voice reads out; absent: English. */
  saysIn?: Language | undefined;
  /** For a call to a number of ours: where it is in the number's answer plan. Absent for a call that we place. */
  answer?: AnswerStage | undefined;
}

/** A step of a number's answer plan. */
export interface AnswerStage {
  /** Its place, from 0: what a carrier asks later names it, so that each step is left once. */
  step: number;
  /** Null after the last step. */
  action: AnswerAction | null;
  /** The carrier has not been told anything about the call yet: it can still be refused unanswered. */
  isFirst: boolean;
  /** The address of the recording that is played instead of the action's text; null: the text is read out. */
  sound: string | null;
}

/** The leg to the number that a call is forwarded to, which is charged as a call of its own. */
export interface LegPlan {
  /** Our id of the leg. */
  reference: string;
  /** Seconds after which the carrier ends it. */
  timeLimit: number;
  /** Where it rings a trunk, or calls a number of ours: the SIP address that the carrier calls, good for this leg alone. */
  sip?: string | undefined;
}

export const CALL_MOMENTS = ['answered', 'digit', 'unconnected', 'done'] as const;

/** The moments at which a carrier asks what to do next. */
export type CallMoment =
  | { kind: 'answered' }
  /** The called person has chosen from the menu; empty if they pressed nothing. */
  | { kind: 'digit'; digit: string }
  /** The number that it was forwarded to did not answer. */
  | { kind: 'unconnected' }
  /** The requested action is over: the message is recorded, the forwarded call has ended. */
  | { kind: 'done' };

export type CallAction =
  /** In English where no language is named. */
  | { kind: 'say'; text: string; language?: Language | undefined }
  /** Plays the sound at an address. */
  | { kind: 'play'; url: string }
  /** Reads a text, or plays the sound at an address, and waits for one digit. */
  | { kind: 'menu'; text: string; language?: Language | undefined; sound?: string | undefined }
  | {
      kind: 'connect';
      number: string;
      /** For a trunk or a number of ours: this SIP address is called in place of the number. */
      sip?: string | undefined;
      callerId: string;
      leg: LegPlan;
      ringSeconds: number;
      /** The caller is outside and hears it ring: the call is answered when the leg is. */
      answersWithLeg: boolean;
    }
  /** After a tone. */
  | { kind: 'take-message' }
  | { kind: 'conference'; room: string }
  /** The line stays open until somebody hangs up, or until the limit. */
  | { kind: 'hold' }
  | { kind: 'hang-up' }
  /** Refuses a call that was not answered: its caller hears the busy tone and pays nothing. */
  | { kind: 'reject' };

/** Tells whether one of these actions calls the number that a call is forwarded to. */
export const leadsOn = (actions: readonly CallAction[]): boolean => actions.some(({ kind }) => kind === 'connect');

/** For how long a destination, or a number that is forwarded to, may ring. */
export const RING_SECONDS = 45;
/** The longest message that voicemail records. */
export const MESSAGE_SECONDS = 180;
export const MENU_SECONDS = 8;
/** The limit of a conference. */
export const CONFERENCE_PARTICIPANTS = 20;

/**
 * The next actions of a call. With a menu, the called person chooses. Without one, the first of these that
 * was ordered happens: the conference, forwarding (with voicemail after it), voicemail, an open line.
 */
export function callFlow(plan: CallPlan, moment: CallMoment): CallAction[] {
  if (plan.answer) return answerFlow(plan, plan.answer, moment);
  switch (moment.kind) {
    case 'answered':
      return plan.ivr ? [menu(plan)] : withoutMenu(plan);
    case 'digit':
      return plan.ivr ? chosen(plan, moment.digit) : withoutMenu(plan);
    case 'unconnected':
      return unconnected(plan);
    case 'done':
      return goodbye(plan);
  }
}

const speechOf = ({ saysIn }: CallPlan): Speech => SPEECH[saysIn ?? 'en'];

const say = ({ saysIn }: CallPlan, text: string): CallAction => ({ kind: 'say', text, language: saysIn });

const goodbye = (plan: CallPlan): CallAction[] => [say(plan, speechOf(plan).goodbye), { kind: 'hang-up' }];

const takeMessage = (plan: CallPlan): CallAction[] => [
  say(plan, speechOf(plan).leaveMessage),
  { kind: 'take-message' },
];

function withoutMenu(plan: CallPlan): CallAction[] {
  if (plan.says) return [say(plan, plan.says), { kind: 'hang-up' }];
  if (plan.conferenceRoom) return [{ kind: 'conference', room: plan.conferenceRoom }];
  if (plan.forwardTo) return connect(plan, plan.forwardTo);
  if (plan.voicemail) return takeMessage(plan);
  return [say(plan, speechOf(plan).greeting), { kind: 'hold' }];
}

const unconnected = (plan: CallPlan): CallAction[] => (plan.voicemail ? takeMessage(plan) : goodbye(plan));

function connect(plan: CallPlan, number: string): CallAction[] {
  const { callerId, leg } = plan;
  if (!leg) return unconnected(plan);
  const { sip } = leg;
  return [{ kind: 'connect', number, sip, callerId, leg, ringSeconds: RING_SECONDS, answersWithLeg: false }];
}

/** The flow of a call to a number of ours: the present step of its plan, which our own side has chosen. */
function answerFlow(plan: CallPlan, { action, isFirst, sound }: AnswerStage, moment: CallMoment): CallAction[] {
  const { callerId, destination, leg } = plan;
  if (moment.kind === 'done') return goodbye(plan);
  switch (action?.kind) {
    case 'forward': {
      const { number, ringSeconds } = action;
      return leg
        ? [{ kind: 'connect', number, sip: leg.sip, callerId, leg, ringSeconds, answersWithLeg: true }]
        : [{ kind: 'hang-up' }];
    }
    case 'menu':
      return [menuOf(plan, { greeting: action.greeting, sound })];
    case 'voicemail':
      return [greetingOf(plan, { greeting: action.greeting, sound }), { kind: 'take-message' }];
    case 'trunk': {
      const { ringSeconds } = action;
      // A carrier's API rings a trunk by the SIP edge, over a leg that we have made.
      return leg?.sip !== undefined
        ? [{ kind: 'connect', number: destination, sip: leg.sip, callerId, leg, ringSeconds, answersWithLeg: true }]
        : [{ kind: isFirst ? 'reject' : 'hang-up' }];
    }
    case 'busy':
    case undefined:
      return [{ kind: isFirst ? 'reject' : 'hang-up' }];
  }
}

/** The sounds of an answer plan's step for its caller. */
interface Heard {
  greeting: string;
  sound: string | null;
}

function menuOf(plan: CallPlan, { greeting, sound }: Heard): CallAction {
  const { connect: goOn, message } = speechOf(plan);
  const text = [greeting, goOn, message].filter(Boolean).join(' ');
  return { kind: 'menu', text, language: plan.saysIn, sound: sound ?? undefined };
}

/** A recording that is gone may have no text beside it. */
const greetingOf = (plan: CallPlan, { greeting, sound }: Heard): CallAction =>
  sound ? { kind: 'play', url: sound } : say(plan, greeting || speechOf(plan).leaveMessage);

function menu(plan: CallPlan): CallAction {
  const speech = speechOf(plan);
  const choices = [
    plan.forwardTo && speech.connect,
    plan.voicemail && speech.message,
    plan.conferenceRoom && speech.conference,
  ].filter(Boolean);
  const text = [speech.greeting, ...(choices.length > 0 ? choices : [speech.again])].join(' ');
  return { kind: 'menu', text, language: plan.saysIn };
}

function chosen(plan: CallPlan, digit: string): CallAction[] {
  if (digit === '1' && plan.forwardTo) return connect(plan, plan.forwardTo);
  if (digit === '2' && plan.voicemail) return takeMessage(plan);
  if (digit === '3' && plan.conferenceRoom) return [{ kind: 'conference', room: plan.conferenceRoom }];
  // If nobody presses a key, the menu is not repeated for ever, because an answering machine may have
  // answered.
  return digit === '' ? goodbye(plan) : [menu(plan)];
}
