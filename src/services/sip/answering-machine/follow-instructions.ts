import { readWav } from '../../../platform/kit/wav.ts';
import type { CallsInHand } from './calls-in-hand.ts';
import type { MachineInstruction } from './contract.ts';
import { keepMessage } from './keep-message.ts';
import type { Outbox } from './outbox.ts';
import type { SlotCall } from './slot-call.ts';
import { silenceOf, TELEPHONE_RATE } from './tones.ts';
import type { MachineReport, ToplineClient } from './topline-client.ts';

/** Topline lets an address ring so long; the edge needs some more to find out. */
const BEYOND_RING_SECONDS = 15;

export interface MachineDeps {
  topline: ToplineClient;
  outbox: Outbox;
  inHand: CallsInHand;
  /** Where a user of the edge is called, like `127.0.0.1:5060`. */
  edge: string;
}

/** Does with a call what Topline says, from its arrival to its end. */
export async function followInstructions(call: SlotCall, deps: MachineDeps): Promise<void> {
  const sounds = new Map<string, Int16Array>();
  const soundOf = async (instruction: MachineInstruction): Promise<Int16Array> => {
    const path = 'sound' in instruction ? instruction.sound : null;
    if (path === null) return silenceOf(0);
    const known = sounds.get(path);
    if (known) return known;
    const wav = await deps.topline.fetchSound(path);
    const sound = wav && readWav(wav);
    // A call goes on without a sound that is not to be had.
    if (sound?.rate !== TELEPHONE_RATE) return silenceOf(0);
    sounds.set(path, sound.samples);
    return sound.samples;
  };
  let report: MachineReport | null = { happened: 'arrived', step: 0 };
  while (report && !call.isOver) {
    const asked: Promise<MachineInstruction | null> = deps.topline.instruct(call.id, report);
    const instruction = await Promise.race([asked, call.over.then(() => null)]);
    if (!instruction) break;
    const samples = await soundOf(instruction);
    // The machine refuses a caller who is not let in; it does not answer.
    const isLetIn: boolean =
      report.happened !== 'arrived' || (instruction.do !== 'hang-up' && (await answer(call, deps)));
    report = isLetIn ? await follow(instruction, { call, samples, deps }) : null;
  }
  await call.hangUp();
  if (call.isLost) await deps.outbox.lose(call.id);
  await deps.inHand.end(call.id);
}

async function answer(call: SlotCall, { inHand }: MachineDeps): Promise<boolean> {
  await inHand.note(call.id, { folder: call.folder, from: null });
  return call.answer();
}

/** @returns what happened, or null where nothing is to follow */
async function follow(
  instruction: MachineInstruction,
  { call, samples, deps }: { call: SlotCall; samples: Int16Array; deps: MachineDeps },
): Promise<MachineReport | null> {
  switch (instruction.do) {
    case 'menu': {
      const ms = await call.play(samples);
      const digit = await call.key(ms + instruction.seconds * 1000);
      const { step } = instruction;
      return digit === null ? { happened: 'silence', step } : { happened: 'digit', step, digit };
    }
    case 'record': {
      // A key leads past the greeting.
      await call.key(await call.play(samples));
      if (call.isOver) return null;
      const { id, folder } = call;
      const said = await call.record(instruction.seconds * 1000, (from) => deps.inHand.note(id, { folder, from }));
      if (await keepMessage(deps.outbox, id, said)) {
        await deps.inHand.note(id, { folder, from: null });
        await Promise.race([deps.outbox.send(id), call.over]);
      }
      return { happened: 'recorded', step: instruction.step };
    }
    case 'connect': {
      const spoke = await call.connect({
        to: `sip:${instruction.user}@${deps.edge}`,
        ringMs: (instruction.ringSeconds + BEYOND_RING_SECONDS) * 1000,
        talkMs: instruction.seconds * 1000,
      });
      return spoke ? null : { happened: 'unconnected', step: instruction.step };
    }
    case 'hang-up':
      await call.wait(await call.play(samples));
      return null;
  }
}
