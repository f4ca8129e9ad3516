import { eq } from 'drizzle-orm';
import { type AnswerAction, objects } from '../../../../db/schema/index.ts';
import { callFlow } from '../../../carriers/call-flow.ts';
import { idOfUpload } from '../../../edge/uploads/link.ts';
import { transact } from '../../../platform/events/transact.ts';
import { FileAnswer } from '../../../platform/kit/answer.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Language } from '../../../platform/kit/languages.ts';
import type { Deps } from '../../deps.ts';
import { planOfIncoming } from '../../voice/inbound/plan-of-incoming.ts';
import { readIncoming } from '../../voice/inbound/read-incoming.ts';
import { findMachineCall } from './find-machine-call.ts';
import { canReadAloud, readAloud } from './read-aloud.ts';
import { GOODBYE } from './sound-path.ts';
import { telephoneForm, telephoneWavOf } from './telephone-forms.ts';

/**
 * Returns the sound that the edge's answering machine plays to the caller of a number: the recording of a
 * step, or else the text that every other carrier would read out, in the language of the number's owner.
 * @throws not_found (no such call or step; or a text, and espeak-ng is not installed here)
 */
export async function getMachineSound(
  deps: Deps,
  { callId, name }: { callId: string; name: string },
): Promise<FileAnswer> {
  const { action, plan } = await transact(deps, async ({ db }) => {
    const call = await findMachineCall(db, callId);
    const incoming = { ...(await readIncoming(db, call.id)), step: Number(name), legId: null };
    const plan = await planOfIncoming(deps, db, { call, incoming, isFirst: false });
    return { action: incoming.steps[incoming.step], plan };
  });
  const moment = { kind: name === GOODBYE ? 'done' : 'answered' } as const;
  const said = callFlow(plan, moment).find((each) => each.kind === 'say' || each.kind === 'menu');
  const wav = (await recordingOf(deps, action)) ?? (await spoken(deps, said));
  if (!wav) throw notFound('Sound');
  return new FileAnswer({ contentType: 'audio/wav', name: null, keeping: 'nobody' }, async () => wav);
}

/** Null where the step has none, or it was replaced and deleted amid the call. */
async function recordingOf(
  deps: Pick<Deps, 'db' | 'objects'>,
  action: AnswerAction | undefined,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const path = action && 'recording' in action ? action.recording : undefined;
  if (path === undefined) return null;
  const [object] = await deps.db
    .select({ storageKey: objects.storageKey })
    .from(objects)
    .where(eq(objects.id, idOfUpload(path)));
  const key = object?.storageKey;
  return key ? telephoneForm(key, () => deps.objects.get(key)) : null;
}

async function spoken(
  { log }: Pick<Deps, 'log'>,
  said: { text: string; language?: Language | undefined } | undefined,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!said) return null;
  if (canReadAloud()) return telephoneWavOf(await readAloud(said.text, said.language ?? 'en'));
  log.error('espeak-ng is not installed here: callers by SIP hear only greetings that are recorded');
  return null;
}
