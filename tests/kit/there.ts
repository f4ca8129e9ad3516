/** What a test takes for granted. @throws the fault where it is not there */
export function there<Value>(value: Value, fault: string): NonNullable<Value> {
  if (!value) throw new Error(fault);
  return value;
}

/** The first of a list that has one at least. @throws the fault where it is empty */
export const firstOf = <Value>([first]: readonly Value[], fault: string): NonNullable<Value> => there(first, fault);
