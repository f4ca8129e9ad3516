import { UA, WebSocketInterface } from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { RTCSessionEvent } from 'jssip/lib/UA';
import { create } from 'zustand';
import { openTelephone } from '../../../src/services/trunks/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { sipReason } from '../../lib/sip-reason.ts';

/** The call that there is now. */
export interface Talk {
  session: RTCSession;
  isIncoming: boolean;
  /** The other end; empty where it is withheld. */
  number: string;
  /** The time of the answer. */
  since: string | null;
  isMuted: boolean;
  heard: MediaStream | null;
}

interface Phone {
  line: 'connecting' | 'ready' | 'lost';
  talk: Talk | null;
  /** Why it cannot be used, or why the last call came to nothing. */
  failure: string | null;
  dial: (number: string) => void;
}

const CLOSED: Phone = { line: 'connecting', talk: null, failure: null, dial: () => {} };

export const usePhone = create<Phone>(() => CLOSED);

export const SOUND = { mediaConstraints: { audio: true, video: false } };
/** The edge allows no more, so that nobody is rung where nobody is any more. */
const REGISTERED_SECONDS = 120;
/** New credentials are asked for so long before the old ones end. */
const RENEWED_BEFORE_MS = 5 * 60_000;

/** Registers this browser as a telephone of a trunk. @returns ends that, and the call that there is */
export function startPhone(id: string, packageId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ua: UA | undefined;
  let isOver = false;
  const prove = async () => {
    const { url, realm, username, digestUsername, secret, expiresAt } = await call(openTelephone, {
      params: { id, packageId },
    });
    if (isOver) return;
    timer = setTimeout(renew, Date.parse(expiresAt) - Date.now() - RENEWED_BEFORE_MS);
    if (ua) {
      ua.set('authorization_user', digestUsername);
      ua.set('password', secret);
      return;
    }
    ua = new UA({
      ...{ sockets: [new WebSocketInterface(url)], uri: `sip:${username}@${realm}`, session_timers: false },
      ...{ authorization_user: digestUsername, password: secret, register_expires: REGISTERED_SECONDS },
      contact_uri: `sip:${crypto.randomUUID()}@browser.invalid;transport=ws`,
    });
    ua.on('registered', () => usePhone.setState({ line: 'ready' }));
    for (const lost of ['disconnected', 'registrationFailed'] as const)
      ua.on(lost, () => usePhone.setState({ line: 'lost' }));
    ua.on('newRTCSession', ({ originator, session }: RTCSessionEvent) => {
      if (usePhone.getState().talk) session.terminate({ status_code: 486 });
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- The package declares the enum and has none.
      else follow(session, String(originator) === 'remote');
    });
    ua.start();
    const dial = (number: string) => void ua?.call(`sip:${number.replaceAll(/[^\d+*#]/g, '')}@${realm}`, SOUND);
    usePhone.setState({ dial });
  };
  const renew = () =>
    void prove().catch((error: unknown) =>
      usePhone.setState({ line: 'lost', failure: messageOf(error, t('voice.telephone.lost')) }),
    );
  renew();
  return () => {
    isOver = true;
    clearTimeout(timer);
    ua?.stop();
    usePhone.setState(CLOSED);
  };
}

/** Shows what becomes of a call, and lets it be heard. */
function follow(session: RTCSession, isIncoming: boolean): void {
  const number = session.remote_identity.uri.user.replace('anonymous', '');
  const talk = { session, isIncoming, number, since: null, isMuted: false, heard: null };
  usePhone.setState({ talk, failure: null });
  const change = (changed: Partial<Talk>) =>
    usePhone.setState((phone) => ({ talk: { ...(phone.talk ?? talk), ...changed } }));
  const hear = (connection: RTCPeerConnection) =>
    connection.addEventListener('track', ({ track }) => change({ heard: new MediaStream([track]) }));
  // A call in has its connection from the answer on.
  if (isIncoming) session.on('peerconnection', ({ peerconnection }) => hear(peerconnection));
  else hear(session.connection);
  const ringer = isIncoming ? ring() : null;
  const end = (failure: string | null) => {
    void ringer?.close().catch(() => {});
    usePhone.setState({ talk: null, failure });
  };
  session.on('accepted', () => {
    void ringer?.suspend();
    change({ since: new Date().toISOString() });
  });
  session.on('muted', () => change({ isMuted: true }));
  session.on('unmuted', () => change({ isMuted: false }));
  session.on('ended', () => end(null));
  session.on('failed', (event) => end(failureOf(event, isIncoming)));
}

function failureOf({ cause, message }: { cause: string; message?: unknown }, isIncoming: boolean): string | null {
  if (cause === 'User Denied Media Access') return t('voice.telephone.microphone');
  if (isIncoming || cause === 'Canceled') return null;
  const status = Number(Object(message).status_code);
  if (status === 402) return t('voice.telephone.noCredit');
  return status >= 300 ? sipReason(status) : t('voice.telephone.lost');
}

/** Rings. @returns what ends it */
function ring(): AudioContext {
  const context = new AudioContext();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  volume.gain.value = 0.05;
  tone.connect(volume).connect(context.destination);
  tone.start();
  return context;
}
