/**
 * The library that checks passkeys. Loading it takes a good part of the program's start, so it is loaded when
 * the first passkey is used.
 */
export async function loadWebAuthn() {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, ...helpers };
}
export type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>;
