import type { Trunk } from '../../sip/trunk.ts';

/** The order of a call by this trunk, as `openAtOnce` takes it. */
export const orderOf = ({ person, trunkId }: Trunk) => ({
  ...{
    userId: person.id,
    trunk: { trunkId, channels: 10, callsASecond: 10, recorded: false },
    destination: '+447911123456',
  },
  ...{ carriers: ['sandbox'], callerId: '', stamp: null, chooseCallerId: async () => 'anonymous' },
  dialog: {
    ...{ sipCallId: crypto.randomUUID(), fromTag: 'a', cseq: 2, branch: 'z9hG4bKa' },
    ...{ source: '192.0.2.9:5060', edge: 'http://127.0.0.1:5059/' },
  },
});
