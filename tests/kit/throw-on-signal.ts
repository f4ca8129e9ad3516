/** Runs inside a test's server process: on SIGUSR2 it throws two errors that no code catches. */
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw new Error('thrown from a timer');
  });
  void Promise.reject(new Error('rejected and awaited by nobody', { cause: new TypeError('its cause') }));
});
