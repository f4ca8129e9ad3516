/** The parts of SIPp's scenarios: RFC 3261 with SIPp's own words in brackets. */

/** A sound of G.711 µ-law at this port of SIPp's. */
export const SDP = `v=0
o=user 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 0
a=rtpmap:0 PCMU/8000
`;

/** Ends a message: its length, and a body if there is one. */
export const withBody = (body: string): string =>
  body ? `Content-Length: [len]\nContent-Type: application/sdp\n\n${body}` : 'Content-Length: 0\n\n';

/** Sends a message; a request over UDP is repeated every 500 ms until it is answered. */
export const send = (text: string, attributes = 'retrans="500"'): string =>
  `<send ${attributes}><![CDATA[\n${text}]]></send>`;

/** Takes note of a refusal. */
export const ACK_TO_REFUSAL = `ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
[last_Via:]
[last_From:]
[last_To:]
[last_Call-ID:]
CSeq: [cseq] ACK
Max-Forwards: 70
Content-Length: 0

`;

/** A request within a call, such as ACK and BYE. */
export const within = (method: string): string => `${method} [next_url] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
[last_From:]
[last_To:]
[routes]
Call-ID: [call_id]
CSeq: [cseq] ${method}
Max-Forwards: 70
Content-Length: 0

`;

/** A whole file. */
export const scenario = (name: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE scenario SYSTEM "sipp.dtd"><scenario name="${name}">${body}</scenario>`;
