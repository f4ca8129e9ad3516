import type { Logger } from 'pino';
import { describeError } from '../../../platform/kit/describe-error.ts';
import { Baresip, CALLED_LINE, CALLER_LINE, type BaresipEvent, type BaresipSettings } from './baresip.ts';
import { SlotCall } from './slot-call.ts';

const START_AGAIN_MS = 1000;
/** The edge writes the call's name where telephones show who calls. */
const NAME = /^"?machine-([\w-]+)"?$/;

/** A place for one call at a time: a baresip that is started again when it has ended. */
export class Slot {
  #baresip: Baresip | null = null;
  #call: SlotCall | null = null;
  /** The work on calls that is not finished. */
  #serving: Promise<void> = Promise.resolve();
  #isStopped = false;

  /** @param serve does with a call what is to be done with it */
  constructor(
    private readonly settings: BaresipSettings,
    private readonly log: Logger,
    private readonly serve: (call: SlotCall) => Promise<void>,
  ) {}

  /** Keeps it running until it is stopped. */
  async run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const baresip = await Baresip.start(this.settings);
        if (this.#isStopped) baresip.close();
        this.#baresip = baresip;
        baresip.hear = (event) => this.#take(event, baresip);
        await baresip.ended;
        // Its folder may hold a recording, and goes with the next start.
        await this.#serving;
        if (!this.#isStopped) this.log.warn({ port: this.settings.port }, 'a baresip ended');
      } catch (error) {
        this.log.error({ error: describeError(error) }, 'baresip did not start');
      }
      if (!this.#isStopped) await Bun.sleep(START_AGAIN_MS);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#baresip?.close();
  }

  #take(event: BaresipEvent, baresip: Baresip): void {
    if (event.type !== 'CALL_INCOMING') {
      this.#call?.take(event);
      return;
    }
    const id = NAME.exec(event.peerdisplayname ?? '')?.[1];
    if (event.accountaor !== CALLER_LINE || id === undefined) {
      const line = event.accountaor === CALLER_LINE ? CALLER_LINE : CALLED_LINE;
      void baresip.tell(line, 'hangup');
      return;
    }
    const call = new SlotCall(id, { baresip, folder: this.settings.folder });
    this.#call = call;
    this.#serving = this.#serving
      .then(() => this.serve(call))
      .catch(async (error: unknown) => {
        this.log.error({ error: describeError(error), callId: id }, 'a call failed');
        await call.hangUp();
      });
  }
}
