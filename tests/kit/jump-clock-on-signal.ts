/** Runs inside a test's server process: SIGUSR1 sets its clock an hour ahead, SIGUSR2 an hour back, from where it is. */
const Real = Date;
const HOUR_MS = 3_600_000;
let offsetMs = 0;
process.on('SIGUSR1', () => (offsetMs += HOUR_MS));
process.on('SIGUSR2', () => (offsetMs -= HOUR_MS));

const now = () => Real.now() + offsetMs;
globalThis.Date = new Proxy(Real, {
  apply: () => new Real(now()).toString(),
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget === Date ? target : newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
