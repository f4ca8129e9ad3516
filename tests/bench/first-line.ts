/** The first line of what a process prints. */
export async function firstLine(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}
