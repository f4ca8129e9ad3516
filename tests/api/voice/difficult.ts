import type { Adapter } from '../../../src/carriers/port.ts';
import type { VoiceCarrier } from '../../../src/carriers/voice-port.ts';
import { quickSandboxes, changedVoice } from '../../kit/carriers.ts';
import { PACE } from './calls.ts';

const NEVER = new Promise<never>(() => {});

/** A simulated carrier with calls of which a test says what goes wrong. */
export class DifficultCarrier {
  /** The fate of placed calls: no answer comes, and the carrier has them or does not. */
  placing: 'works' | 'lost on the way' | 'answer lost' = 'works';
  /** So many of the next hang-ups fail. */
  failingHangUps = 0;
  /** So many of the next recordings cannot be fetched. */
  failingFetches = 0;
  isSilent = false;
  /** True: from now on it answers no question, not even with an error. */
  hangs = false;
  /** Every hang-up that it was asked for, whatever came of it. */
  hangUps: string[] = [];
  placed = 0;

  readonly adapter: Adapter;

  constructor() {
    this.adapter = changedVoice(quickSandboxes({ calls: PACE })[0], (voice) => this.#spoil(voice));
  }

  #spoil(voice: VoiceCarrier): void {
    const place = voice.placeCall.bind(voice);
    voice.placeCall = async (call) => {
      this.placed += 1;
      if (this.hangs) return NEVER;
      if (this.placing === 'lost on the way') throw new Error('connection reset');
      const result = await place(call);
      if (this.placing === 'answer lost') throw new Error('connection reset');
      return result;
    };
    const hangUp = voice.hangUp.bind(voice);
    voice.hangUp = async (id) => {
      this.hangUps.push(id);
      if (this.hangs) return NEVER;
      if (this.failingHangUps-- > 0) throw new Error('409: try again');
      await hangUp(id);
    };
    const lookup = voice.lookupCall.bind(voice);
    voice.lookupCall = async (call) => {
      if (this.hangs) return NEVER;
      if (this.isSilent) throw new Error('no answer');
      return lookup(call);
    };
    const fetchRecording = voice.fetchRecording.bind(voice);
    voice.fetchRecording = async (id) => {
      if (this.failingFetches-- > 0) throw new Error('503');
      return fetchRecording(id);
    };
  }
}
