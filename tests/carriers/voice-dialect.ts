import { z } from 'zod';
import type { Adapter } from '../../src/carriers/port.ts';
import type { CallEnd } from '../../src/carriers/voice-port.ts';
import type { Json } from './description-file.ts';
import type { Described, SeenRequest } from './descriptions.ts';
import { parseAs } from '../kit/read.ts';

export interface Sent {
  /** Below the public address, with its query. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

export type Told = { kind: 'ringing' | 'answered'; at: Date } | { kind: CallEnd | 'cut'; at: Date; seconds: number };

/** A carrier's answer; a sound is no JSON. */
export interface Answered {
  status: number;
  body: Json | Uint8Array<ArrayBuffer>;
}

export interface VoiceDialect {
  name: Described;
  adapter: Adapter;
  env: Record<string, string>;
  placePath: string;
  callId(count: number): string;
  recordingId: string;
  accepted(id: string): Answered;
  refusedCallerId: Answered;
  /** Its answer to anything else about calls that have ended after so many seconds, or still run. */
  answer(request: SeenRequest, ended: { seconds: number } | null): Answered;
  timeLimit(request: SeenRequest): number;
  /** Null where the request does not say it. */
  records: ((request: SeenRequest) => boolean) | null;
  reportsTo(request: SeenRequest): string;
  news(id: string, request: SeenRequest, told: Told): Sent;
  recorded(id: string, request: SeenRequest, at: Date): Sent;
  isHangUp(request: SeenRequest, id: string): boolean;
}

export const PUBLIC_URL = 'https://topline.example';
/** An MP3 file, as far as anybody looks. */
export const SOUND = new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0]);
/** The length of a recording by every carrier's account. */
export const RECORDED = { from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:12Z', seconds: 12 } as const;

/** An address without the host: what is sent to the server under test. */
export const below = (address: string): string => address.slice(PUBLIC_URL.length);
export const pathOf = ({ url }: SeenRequest): string => new URL(url).pathname;
export const form = ({ body }: SeenRequest): URLSearchParams => new URLSearchParams(body);
export const json = ({ body }: SeenRequest): Record<string, unknown> =>
  parseAs(body, z.record(z.string(), z.unknown()));
