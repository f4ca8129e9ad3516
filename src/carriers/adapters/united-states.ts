import { z } from 'zod';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { optional } from '../../platform/kit/settings.ts';
import type { OutgoingSms } from '../port.ts';

/**
 * Our account's registrations at a carrier for messages to the United States, where networks accept them from
 * registered numbers only.
 */
export interface UnitedStates {
  /** The carrier's name for the numbers of a registered campaign (10DLC). */
  campaign: string | null;
  /** A toll-free number, verified for messages. E.164. */
  tollFree: string | null;
}

/** The sender that a message is sent with. `missing`: the carrier would refuse it. */
export type UsSender = { by: 'sender'; sender: string } | { by: 'campaign'; campaign: string } | { by: 'missing' };

/** The setting of a number that is registered there. */
export const usNumber = optional(z.string().regex(/^\+1\d{10}$/, 'must be a number like +18005550100'));

const SHORT_CODE = /^\d{5,6}$/;

/**
 * Chooses the sender of a message. A number of that country and a short code stay unchanged: only the carrier
 * knows whether they are registered. Any other sender is replaced by the registered one.
 */
export function usSender(
  { sender, number }: Pick<OutgoingSms, 'sender' | 'number'>,
  { campaign, tollFree }: UnitedStates,
): UsSender {
  if (!isUs(number) || SHORT_CODE.test(sender) || isAmerican(sender)) return { by: 'sender', sender };
  if (campaign) return { by: 'campaign', campaign };
  return tollFree ? { by: 'sender', sender: tollFree } : { by: 'missing' };
}

/** @param number E.164 */
export const isUs = (number: string): boolean => parsePhoneNumberFromString(number)?.country === 'US';

/**
 * Tells whether a message with a picture can be sent. Twilio, Telnyx and Plivo take pictures to the United States and
 * Canada from numbers and short codes of those countries (looked up on 2026-11-23: Twilio, "Sending and receiving MMS
 * messages"; Telnyx, "MMS Media & Transcoding"; Plivo, "Is MMS supported by all carriers in the US and Canada?").
 */
export function takesPicture(to: Pick<OutgoingSms, 'sender' | 'number'>, settings: UnitedStates): boolean {
  const country = parsePhoneNumberFromString(to.number)?.country;
  if (country !== 'US' && country !== 'CA') return false;
  const from = usSender(to, settings);
  return from.by === 'campaign' || (from.by === 'sender' && (SHORT_CODE.test(from.sender) || isAmerican(from.sender)));
}

/** A number of the United States or of a country with the same numbering plan, including toll-free numbers. */
const isAmerican = (sender: string): boolean => /^\+?1\d{10}$/.test(sender);
