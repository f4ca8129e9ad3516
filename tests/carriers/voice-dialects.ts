import type { VoiceDialect } from './voice-dialect.ts';
import { plivo } from './voice-plivo.ts';
import { telnyx } from './voice-telnyx.ts';
import { twilio } from './voice-twilio.ts';
import { vonage } from './voice-vonage.ts';

export const VOICE_DIALECTS: readonly VoiceDialect[] = [twilio, telnyx, vonage, plivo];
