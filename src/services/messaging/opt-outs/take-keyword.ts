import { and, eq } from 'drizzle-orm';
import { optOuts } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { addOptOuts } from './add-opt-outs.ts';
import { optOutsChangedEvent } from './events.ts';
import { readOwnTexts } from './own-texts.ts';
import { USUAL_TEXTS } from './texts.ts';
import { type OptOutKeyword, optOutKeywordOf } from './words.ts';

interface Written {
  userId: string;
  /** The account's number. */
  to: string;
  from: string;
  text: string;
}

/** The opt-out keyword, and the answer; null where it changes nothing, so that it is answered once. */
interface Taken {
  optOutKeyword: OptOutKeyword;
  answer: string | null;
}

/**
 * Does what a message asks for that is a word to stop, start or get help, in the transaction that stores the message.
 * @returns null for any other message. START counts only from who has stopped: YES may be an answer to anything
 */
export async function takeKeyword(tx: Transaction, written: Written): Promise<Taken | null> {
  const read = optOutKeywordOf(written.text);
  // Nothing is ever sent to a name, or to a short number.
  if (!read || !written.from.startsWith('+')) return null;
  const { optOutKeyword, languages } = read;
  const changed =
    optOutKeyword === 'help' || (optOutKeyword === 'stop' ? await stop(tx, written) : await start(tx, written));
  if (optOutKeyword === 'start' && !changed) return null;
  if (!changed) return { optOutKeyword, answer: null };
  const texts = await readOwnTexts(tx.db, written.userId);
  // STOP is written everywhere, and some words are the same in several languages: then the account's counts.
  const [first = 'en'] = languages;
  const isOwn = first === 'en' || languages.includes(texts.language);
  return {
    optOutKeyword,
    answer: texts.own[optOutKeyword] ?? USUAL_TEXTS[isOwn ? texts.language : first][optOutKeyword],
  };
}

async function stop(tx: Transaction, { userId, from, to, text }: Written): Promise<boolean> {
  const noted = { numbers: [from], source: 'message', word: text.trim(), ownNumber: to } as const;
  return (await addOptOuts(tx, userId, noted)).length > 0;
}

async function start(tx: Transaction, { userId, from }: Written): Promise<boolean> {
  const gone = await tx.db
    .delete(optOuts)
    .where(and(eq(optOuts.userId, userId), eq(optOuts.number, from)))
    .returning({ number: optOuts.number });
  if (gone.length > 0) {
    tx.publish(optOutsChangedEvent, userId, { userId, number: from, optedOut: false });
  }
  return gone.length > 0;
}
