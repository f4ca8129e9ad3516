/** The carriers as their owners write them. An account that an administrator named is known by that name alone. */
const NAMES: Readonly<Record<string, string>> = {
  twilio: 'Twilio',
  telnyx: 'Telnyx',
  vonage: 'Vonage',
  plivo: 'Plivo',
  'africas-talking': "Africa's Talking",
  smpp: 'SMPP',
};

export const carrierName = (name: string): string => NAMES[name] ?? name;
