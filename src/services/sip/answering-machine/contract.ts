import { z } from 'zod';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { uuid } from '../../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('SIP trunk');

const params = z.object({ callId: uuid });
const errors = ['not_signed_in', 'not_found'] as const;

/**
 * The report of an edge's answering machine about a call: it came (and was not answered yet), its caller
 * pressed a key or none, a message was recorded, the one that it was connected to did not answer, or the
 * machine was killed and its caller is still there.
 */
export const MACHINE_REPORTS = ['arrived', 'digit', 'silence', 'recorded', 'unconnected', 'lost'] as const;

/** Sounds are WAV files, 8 kHz, 16 bit, one channel; their address is below `/api/sip/machine-calls`. */
const sound = z.string().nullable();
/** The step of the number's plan, from 0, which the next report names. */
const step = z.number().int();

/** The next act of an answering machine. */
export const machineInstruction = z.discriminatedUnion('do', [
  /** Plays the sound and waits for a key so many seconds after it. A key ends the sound. */
  z.object({ do: z.literal('menu'), step, sound, seconds: z.number().int() }),
  /** Plays the sound, gives a tone and records at most so many seconds. */
  z.object({ do: z.literal('record'), step, sound, seconds: z.number().int() }),
  /** Calls this user at the edge and joins both calls. The address is good for one call. */
  z.object({
    do: z.literal('connect'),
    step,
    user: z.string(),
    ringSeconds: z.number().int(),
    /** The longest duration of that call. */
    seconds: z.number().int(),
  }),
  /** Plays the sound and hangs up; refuses a call that was not answered yet. */
  z.object({ do: z.literal('hang-up'), sound }),
]);
export type MachineInstruction = z.infer<typeof machineInstruction>;

/**
 * For the SIP edge's answering machine, with SIP_PROXY_TOKEN as bearer: what to do with a call to a number that it has.
 * The same report gets the same answer.
 */
export const instructMachine = endpoint('instructMachine', 'POST /api/sip/machine-calls/:callId', {
  access: 'edge',
  summary: 'Tell an answering machine what to do with a call',
  body: z.object({
    happened: z.enum(MACHINE_REPORTS),
    /** The step that it is about; 0 where the call has just come. */
    step: z.number().int().min(0).max(100),
    /** The key. */
    digit: z
      .string()
      .regex(/^[0-9*#]?$/)
      .default(''),
  }),
  response: machineInstruction,
  errors,
});

/** The message of a caller, as a WAV file: 8 kHz, 16 bit, one channel. Sent twice, it is one message. */
export const keepMachineRecording = endpoint('keepMachineRecording', 'PUT /api/sip/machine-calls/:callId/recording', {
  access: 'edge',
  summary: 'Leave the message of a caller',
  accepts: ['audio/wav'],
  errors: [...errors, 'payload_too_large', 'malformed_request', 'unsupported_media_type', 'unavailable'],
});

/** The sound for a caller: the greeting of a step, by its place, or the good-bye. */
export const getMachineSound = endpoint('getMachineSound', 'GET /api/sip/machine-calls/:callId/sounds/:name', {
  access: 'edge',
  summary: 'A sound that an answering machine plays',
  params: params.extend({ name: z.string().regex(/^(\d{1,3}|goodbye)$/) }),
  produces: ['audio/wav'],
  errors,
});
