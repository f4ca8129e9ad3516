import { z } from 'zod';
import { SEND_TIMEOUT_MS } from '../../../carriers/port.ts';
import type { VoiceCarrier } from '../../../carriers/voice-port.ts';
import type { Deps } from '../../deps.ts';
import type { CallRow } from '../read-call.ts';
import { type HeldCall, heldByEdge, readAddress } from './held-by-edge.ts';

/** The operations that the carrier, or the edge, of a running call offers. */
export interface CallKeeper extends Pick<VoiceCarrier, 'hangUp' | 'lookupCall'> {
  /** Tells the edge how long the call may last, counted from its answer. Only edges have calls that get longer. */
  limitTo?(seconds: number): Promise<void>;
}

/**
 * The one to ask about a call: the edge that has it, otherwise its carrier; undefined if neither exists any more.
 */
export async function keeperOf(deps: Deps, call: CallRow): Promise<CallKeeper | undefined> {
  const held = await heldByEdge(deps.db, call);
  const address = held || call.provider !== null ? undefined : await readAddress(deps.db, call.id);
  if (address) return unused(deps, call, address);
  if (!held && call.origin !== 'trunk') return deps.carriers.find(call.provider ?? '')?.voice;
  const token = deps.config.sipProxyToken;
  return held && token !== null ? new EdgeCall(deps, held, token, call) : undefined;
}

/** A leg that was to call an edge by its address, and has not: it can until the address is not good any more. */
const unused = (
  { clock }: Pick<Deps, 'clock'>,
  { hangUpRequestedAt }: CallRow,
  { expiresAt }: { expiresAt: Date },
): CallKeeper => ({
  hangUp: async () => {},
  lookupCall: async () => ({ kind: hangUpRequestedAt !== null || expiresAt <= clock.now() ? 'absent' : 'unknown' }),
});

/** Kamailio's description of a dialog; states have the numbers of its `dialog` module. */
const dialogShape = z.object({ h_entry: z.number(), h_id: z.number(), state: z.number(), start_ts: z.number() });
/** Where it has no such dialog, Kamailio 5.6 answers with an empty object. */
const foundShape = dialogShape.or(z.strictObject({}).transform(() => undefined));
/** An answer has a result or an error, never both. */
const rpcAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});
/** An edge tries for 32 seconds to end a carrier's end. */
const GIVEN_UP_MS = 40_000;
const RINGING = 2;
const ENDED = 5;

/** One dialog at its edge, through Kamailio's JSON-RPC. */
class EdgeCall implements CallKeeper {
  constructor(
    private readonly deps: Pick<Deps, 'clock'>,
    private readonly held: HeldCall,
    private readonly token: string,
    private readonly call: CallRow,
  ) {}

  async hangUp(): Promise<void> {
    const dialog = await this.#find();
    if (!dialog || dialog.state >= ENDED) return;
    const { sipCallId, cseq } = this.held;
    // A CANCEL ends a call that still rings. An answered one comes to its limit now, so that the edge ends the carrier's
    // end first: `dlg.end_dlg` begins with the telephone, whose quick answer would keep back the other BYE.
    await (dialog.state > RINGING ? this.#limit(dialog, 1) : this.#ask('tm.cancel', [sipCallId, String(cseq)]));
  }

  async limitTo(seconds: number): Promise<void> {
    const dialog = await this.#find();
    if (!dialog || dialog.state <= RINGING || dialog.state >= ENDED) return;
    const left = Math.ceil(dialog.start_ts + seconds - this.deps.clock.now().getTime() / 1000);
    if (left > 0) await this.#limit(dialog, left);
  }

  /** @param seconds from now on */
  async #limit({ h_entry, h_id }: { h_entry: number; h_id: number }, seconds: number): Promise<void> {
    const { ok, status } = await this.#send(`limit/${h_entry}/${h_id}/${seconds}`, '');
    // It may have ended meanwhile.
    if (!ok && status !== 404) throw new Error(`the edge answered ${status}`);
  }

  async lookupCall(): ReturnType<VoiceCarrier['lookupCall']> {
    const { sipCallId: carrierCallId } = this.held;
    const dialog = await this.#find();
    if (!dialog || dialog.state >= ENDED) return this.#gone();
    if (dialog.state <= RINGING) return { kind: 'under-way', carrierCallId, news: null };
    const at = new Date(dialog.start_ts * 1000);
    return { kind: 'under-way', carrierCallId, news: { kind: 'answered', at } };
  }

  /**
   * The state of a dialog that is gone, without a report: if it was never answered, it costs nothing; if we had it
   * hung up, it ended then. Its edge reports that when the carrier has answered, or when it has given up.
   */
  #gone(): Awaited<ReturnType<VoiceCarrier['lookupCall']>> {
    if (this.call.answeredAt === null) return { kind: 'absent' };
    const at = this.call.hangUpRequestedAt;
    if (at === null || this.deps.clock.now().getTime() - at.getTime() < GIVEN_UP_MS) return { kind: 'unknown' };
    const news = { kind: 'ended', end: 'completed', duration: null, at, customerWords: null } as const;
    return { kind: 'ended', carrierCallId: this.held.sipCallId, news };
  }

  /** The dialog at the edge; undefined if the edge does not have it, or has left this leg behind. */
  async #find() {
    if (this.held.isLeft) return undefined;
    const result = await this.#ask('dlg.dlg_list', [this.held.sipCallId, this.held.fromTag]);
    return result === undefined ? undefined : foundShape.parse(result);
  }

  /** @returns undefined if it has no such dialog */
  async #ask(method: string, params: readonly (string | number)[]) {
    const response = await this.#send('', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { result, error } = rpcAnswer.parse(await response.json());
    if (error && error.code !== 404) throw new Error(error.message);
    return error ? undefined : result;
  }

  async #send(path: string, body: string) {
    return fetch(new URL(path, this.held.edge), {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
  }
}
