/**
 * Rejects where an answer takes too long.
 * @param late gets an answer that comes too late; without it such an answer is ignored
 */
export async function answerWithin<Answer>(
  milliseconds: number,
  asked: Promise<Answer>,
  late?: (answer: Answer) => void,
): Promise<Answer> {
  const timeUp = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    timeUp.reject(new Error(`no answer within ${milliseconds} ms`));
    if (late) asked.then(late, () => {});
  }, milliseconds);
  try {
    return await Promise.race([asked, timeUp.promise]);
  } finally {
    clearTimeout(timer);
  }
}
