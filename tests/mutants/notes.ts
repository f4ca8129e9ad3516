import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Sound } from './try.ts';
import { type Verdict, verdict } from './verdicts.ts';

/** The notes that runs leave for later ones: a run can be ended at any time, and the next one goes on. */
export class Notes {
  constructor(private readonly folder: string) {}

  async sound(): Promise<Sound> {
    return new Set(z.array(z.string()).parse((await this.read('sound.json')) ?? []));
  }

  async keepSound(sound: Sound): Promise<void> {
    await this.write('sound.json', [...sound]);
  }

  /** The last verdict on each mutant. */
  async verdicts(): Promise<Map<string, Verdict>> {
    const file = Bun.file(join(this.folder, 'tried.jsonl'));
    const lines = (await file.exists()) ? (await file.text()).split('\n').filter(Boolean) : [];
    const all = lines.flatMap(readVerdict);
    return new Map(all.map((each) => [each.id, each]));
  }

  async add(told: Verdict): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await appendFile(join(this.folder, 'tried.jsonl'), `\n${JSON.stringify(told)}`);
  }

  private async read(name: string): Promise<unknown> {
    const file = Bun.file(join(this.folder, name));
    return (await file.exists()) ? file.json() : undefined;
  }

  private async write(name: string, value: unknown): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await Bun.write(join(this.folder, name), JSON.stringify(value));
  }
}

/** A run that was killed may have left half a line. */
function readVerdict(line: string): Verdict[] {
  try {
    return [verdict.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
