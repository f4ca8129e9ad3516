/**
 * The library that checks passkeys. It takes a good part of the program's start to load, so it is loaded when the
 * first passkey is used.
 */
export async function loadWebAuthn() {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, ...helpers };
}
export type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>;
