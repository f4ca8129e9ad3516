import { mkdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bridgeOf,
  CALLED_LINE,
  CALLER_LINE,
  HEARD,
  SILENCE,
  SILENCE_SECONDS,
  type Baresip,
  type BaresipEvent,
} from './baresip.ts';
import { filesOf, heardFile, PUT_AWAY, samplesHeard, WAV_HEADER_BYTES } from './heard-files.ts';
import { secondsOf, silenceOf, telephoneWav, toneOf } from './tones.ts';

/** How long the other end may take to confirm that it heard of the answer, or of the end. */
const CONFIRMED_MS = 32_000;
/** In the folder of the slot. */
const SOUND = 'sound.wav';
/** How often what nobody asked to record is thrown away. */
const DISCARD_MS = 5000;

const BEEP = toneOf(0.4, 1000);
/** A caller hears this in Britain while it rings elsewhere: ITU-T E.180, supplement 2. */
const RINGING = [toneOf(0.4, 400, 450), silenceOf(0.2), toneOf(0.4, 400, 450), silenceOf(2)];
const RINGING_SECONDS = RINGING.reduce((sum, part) => sum + secondsOf(part), 0);

/** @returns null where the time is up before */
async function within<Value>(ms: number, awaited: Promise<Value>): Promise<Value | null> {
  const { promise: timeUp, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  try {
    return await Promise.race([awaited, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** A second call of the slot. */
interface CalledCall {
  answered: PromiseWithResolvers<void>;
  end: PromiseWithResolvers<void>;
  isJoined: boolean;
}

/** A call that a slot of the answering machine has: what can be done with it. Each ends early where the call does. */
export class SlotCall {
  /** Topline's name for it. */
  readonly id: string;
  /** The slot's folder. */
  readonly folder: string;
  /** Resolves when it has ended, whoever ended it. */
  readonly over: Promise<void>;
  readonly #end = Promise.withResolvers<void>();
  readonly #answered = Promise.withResolvers<void>();
  readonly #baresip: Baresip;
  readonly #discarding: Timer;
  #isOver = false;
  #isLost = false;
  #isRecording = false;
  /** Bytes that were written of what the caller said, also of those thrown away. */
  #written = WAV_HEADER_BYTES;
  #silence: Timer | null = null;
  /** Pressed since the present sound began, before anybody waited for a key. */
  #early: string[] = [];
  #press: (key: string) => void = (key) => this.#early.push(key);
  /** The call to whom the caller is to speak. */
  #called: CalledCall | null = null;
  #joins = 0;

  constructor(id: string, { baresip, folder }: { baresip: Baresip; folder: string }) {
    this.id = id;
    this.#baresip = baresip;
    this.folder = folder;
    this.over = this.#end.promise;
    void baresip.ended.then(() => {
      this.#isLost = !this.#isOver;
      this.#finish();
    });
    // A file that is gone meanwhile has nothing to throw away.
    this.#discarding = setInterval(() => void this.#discard().catch(() => {}), DISCARD_MS);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** True if it ended with its baresip: its caller does not know. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Takes an event of the slot. */
  take({ type, accountaor, param }: BaresipEvent): void {
    const isCaller = accountaor === CALLER_LINE;
    if (type === 'CALL_ESTABLISHED') (isCaller ? this.#answered : this.#called?.answered)?.resolve();
    if (type === 'CALL_CLOSED') {
      if (isCaller) this.#finish();
      else this.#called?.end.resolve();
    }
    // A side that holds or resumes a call gets new devices, which do not know each other.
    if (type === 'CALL_REMOTE_SDP' && this.#called?.isJoined) void this.#join();
    if (type !== 'CALL_DTMF_START' || !param) return;
    if (this.#called) void this.#tell(isCaller ? CALLED_LINE : CALLER_LINE, 'sndcode', param);
    else if (isCaller) this.#press(param);
  }

  /** @returns whether it is answered now */
  async answer(): Promise<boolean> {
    await Promise.all([HEARD, PUT_AWAY].map((name) => rm(join(this.folder, name), { recursive: true, force: true })));
    await mkdir(join(this.folder, HEARD), { mode: 0o700 });
    if (this.isOver) return false;
    await this.#tell(CALLER_LINE, 'accept');
    await within(CONFIRMED_MS, Promise.race([this.#answered.promise, this.over]));
    this.#keepSilence(0);
    return !this.isOver;
  }

  /**
   * Begins to play samples, in place of what is played.
   * @returns how long they sound, in milliseconds
   */
  async play(...samples: readonly Int16Array[]): Promise<number> {
    this.#early = [];
    const ms = samples.reduce((sum, part) => sum + secondsOf(part), 0) * 1000;
    // At the end of its file baresip would hang up, so that silence has to follow.
    await Bun.write(join(this.folder, SOUND), telephoneWav(...samples, silenceOf(SILENCE_SECONDS)));
    await this.#tell(CALLER_LINE, 'ausrc', `aufile,${SOUND}`);
    this.#keepSilence(ms);
    return ms;
  }

  /** The next key, of those that are wanted. @returns null where none is pressed so long, or the call ends */
  async key(ms: number, wanted = /[0-9*#]/): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const press = (key: string) => {
      if (wanted.test(key)) resolve(key);
    };
    for (const key of this.#early.splice(0)) press(key);
    this.#press = press;
    const key = await within(ms, Promise.race([promise, this.over.then(() => null)]));
    this.#press = (early) => this.#early.push(early);
    return key;
  }

  async wait(ms: number): Promise<void> {
    await within(ms, this.over);
  }

  /**
   * Gives a tone and records until `#`, the end of the call or the time's.
   * @param begins gets the byte of the file of what the caller says at which the message begins
   * @returns the samples
   */
  async record(ms: number, begins: (from: number) => Promise<void>): Promise<Int16Array> {
    this.#isRecording = true;
    const toneMs = await this.play(BEEP);
    const begun = await this.#sizeOfHeard();
    await this.wait(toneMs);
    // A busy machine is late here, and what is said behind the tone is part of the message.
    const from = Math.min(begun + BEEP.byteLength, await this.#sizeOfHeard());
    await begins(from);
    await this.key(ms, /#/);
    const said = await samplesHeard(this.folder, from, await this.#sizeOfHeard());
    this.#isRecording = false;
    return said;
  }

  /**
   * Calls somebody and lets both speak until one of them hangs up, which ends this call.
   * @returns whether they spoke
   */
  async connect({ to, ringMs, talkMs }: { to: string; ringMs: number; talkMs: number }): Promise<boolean> {
    const called: CalledCall = { answered: Promise.withResolvers(), end: Promise.withResolvers(), isJoined: false };
    await rename(join(this.folder, HEARD), join(this.folder, PUT_AWAY)).catch(() => {});
    const rings = Math.ceil(ringMs / 1000 / RINGING_SECONDS);
    await this.play(...Array.from({ length: rings }, () => RINGING).flat());
    if (this.isOver) return false;
    this.#called = called;
    await this.#tell(CALLED_LINE, 'dial', to);
    const answered = called.answered.promise.then(() => true);
    const ended = Promise.race([called.end.promise, this.over]).then(() => false);
    const spoke = (await within(ringMs, Promise.race([answered, ended]))) ?? false;
    if (spoke) {
      this.#stopSilence();
      await this.#join();
      called.isJoined = true;
      await within(talkMs, ended);
    }
    await this.#tell(CALLED_LINE, 'hangup');
    this.#called = null;
    return spoke;
  }

  /** Refuses it where it was not answered. */
  async hangUp(): Promise<void> {
    if (!this.isOver) await this.#tell(CALLER_LINE, 'hangup');
    await within(CONFIRMED_MS, this.over);
    this.#finish();
  }

  /** Lets both lines hear each other. A device forgets one end when the other is taken away, so it is a new one each time. */
  async #join(): Promise<void> {
    this.#joins += 1;
    const [forth, back] = [bridgeOf(`forth${this.#joins}`), bridgeOf(`back${this.#joins}`)];
    await Promise.all([
      this.#tell(CALLER_LINE, 'auplay', forth),
      this.#tell(CALLED_LINE, 'ausrc', forth),
      this.#tell(CALLED_LINE, 'auplay', back),
      this.#tell(CALLER_LINE, 'ausrc', back),
    ]);
  }

  #finish(): void {
    this.#isOver = true;
    this.#stopSilence();
    clearInterval(this.#discarding);
    this.#end.resolve();
  }

  #tell(line: string, command: string, params?: string): Promise<string | null> {
    return this.#baresip.tell(line, command, params);
  }

  /** Begins silence again before it ends. @param ms of sound before it */
  #keepSilence(ms: number): void {
    this.#stopSilence();
    // The next call of the slot has its own.
    if (this.isOver) return;
    this.#silence = setTimeout(
      async () => {
        await this.#tell(CALLER_LINE, 'ausrc', `aufile,${SILENCE}`);
        this.#keepSilence(0);
      },
      ms + (SILENCE_SECONDS * 1000) / 2,
    );
  }

  #stopSilence(): void {
    if (this.#silence) clearTimeout(this.#silence);
    this.#silence = null;
  }

  async #sizeOfHeard(): Promise<number> {
    const path = await heardFile(this.folder);
    if (path !== null) this.#written = Math.max(this.#written, (await stat(path)).size);
    return this.#written;
  }

  /** Nothing of a call stays that was not to be recorded. Baresip writes on at its place behind. */
  async #discard(): Promise<void> {
    if (this.#isRecording) return;
    await this.#sizeOfHeard();
    for (const path of await filesOf(this.folder)) if (!this.#isRecording) await truncate(path);
  }
}
