/** The sound at the end of a call, where a step's has its place in the plan. */
export const GOODBYE = 'goodbye';

/** Where the edge's answering machine gets a sound of a call. */
export const soundPath = (callId: string, name: number | typeof GOODBYE): string =>
  `/api/sip/machine-calls/${callId}/sounds/${name}`;
