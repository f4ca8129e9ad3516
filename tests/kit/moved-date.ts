/** Moves the clock of the whole process, as if it had started at another time; from there the time runs on. */
export function moveDate(moment: Date): void {
  const Real = Date;
  const offsetMs = moment.getTime() - Real.now();
  const now = () => Real.now() + offsetMs;
  globalThis.Date = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget === Date ? target : newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
