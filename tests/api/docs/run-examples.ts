import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { curl } from '../../../web/features/api-docs/curl.ts';
import { pythonExample } from '../../../web/features/api-docs/python-example.ts';
import { typescriptExample } from '../../../web/features/api-docs/typescript-example.ts';

/** How examples of each language are written and run; a driver runs several of them, one after the other. */
export const LANGUAGES = [
  { name: 'curl', write: curl, file: 'example.sh', run: 'bash', driver: null },
  {
    name: 'TypeScript',
    write: typescriptExample,
    file: 'example.ts',
    run: process.execPath,
    driver: `for (const [path, key] of await Bun.file(process.argv[2]).json()) {
  process.env.API_KEY = key;
  const code = await import(path).then(() => 0, (error) => (console.log(error), 1));
  console.log('\\0' + code);
}`,
  },
  {
    name: 'Python',
    write: pythonExample,
    file: 'example.py',
    run: 'python3',
    driver: `import json, os, runpy, sys, traceback
for path, key in json.load(open(sys.argv[1])):
    os.environ["API_KEY"] = key
    code = 0
    try:
        runpy.run_path(path, run_name="__main__")
    except BaseException:
        traceback.print_exc(file=sys.stdout)
        code = 1
    print("\\0" + str(code), flush=True)`,
  },
] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Program {
  code: string;
  key: string;
  /** It prints what it was answered. */
  isJson: boolean;
}

export interface Ran {
  code: number;
  output: string;
}

export async function keep(folder: string, { file }: Language, code: string): Promise<string> {
  const path = join(folder, `${Bun.randomUUIDv7()}-${file}`);
  await writeFile(path, code);
  return path;
}

/** Starts a program that sees nothing of ours but the path. */
export const spawn = (folder: string, args: [string, ...string[]], env: Record<string, string> = {}) =>
  Bun.spawn(args, {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'pipe',
    env: { PATH: process.env.PATH, HOME: folder, ...env },
  });

/** Runs programs one after the other, all in one process where their language can: most of the time is its start. */
export async function runAll(folder: string, language: Language, programs: readonly Program[]): Promise<Ran[]> {
  const { run, driver } = language;
  const paths = await Promise.all(programs.map(({ code }) => keep(folder, language, code)));
  if (!driver) {
    const ran: Ran[] = [];
    for (const [index, { key }] of programs.entries()) {
      // curl does not write over a file that an example before it saved.
      const place = await mkdtemp(join(folder, 'run-'));
      const program = spawn(place, [run, paths[index] ?? ''], { API_KEY: key });
      const [output, errors] = await outputOf(program);
      ran.push({ code: await program.exited, output: output + errors });
    }
    return ran;
  }
  const list = await keep(folder, language, JSON.stringify(programs.map(({ key }, index) => [paths[index], key])));
  const program = spawn(folder, [run, await keep(folder, language, driver), list]);
  const [output, errors] = await outputOf(program);
  // The program's own words stand before its mark and code.
  const parts = `\n${output}`.split('\0');
  return programs.map((_program, index) => ({
    code: parts[index + 1] === undefined ? 1 : Number.parseInt(parts[index + 1] ?? '', 10),
    output: (parts[index] ?? '').slice(1) + (parts[index + 1] === undefined ? errors : ''),
  }));
}

const outputOf = ({ stdout, stderr }: ReturnType<typeof spawn>): Promise<[string, string]> =>
  Promise.all([new Response(stdout).text(), new Response(stderr).text()]);

/** Tells whether a text comes out before the end. */
export async function readUntil(stream: ReadableStream<Uint8Array>, text: string): Promise<boolean> {
  let seen = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    seen += decoder.decode(chunk, { stream: true });
    if (seen.includes(text)) return true;
  }
  return false;
}
