/** Runs inside a server process of a test: on SIGUSR2 two errors happen that nobody catches. */
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw new Error('thrown from a timer');
  });
  void Promise.reject(new Error('rejected and awaited by nobody', { cause: new TypeError('its cause') }));
});
