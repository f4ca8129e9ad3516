import smpp from 'smpp';

export const Session = smpp.Session;
export type Session = InstanceType<typeof smpp.Session>;
export type { Pdu } from 'smpp';

// The package would turn what it reads into text part by part, and by fewer alphabets than gateways use.
smpp.filters.message.decode = (octets) => octets;

export default smpp;
