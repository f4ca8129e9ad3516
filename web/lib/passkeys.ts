import type { BodyInputOf, ResponseOf } from '../../src/platform/kit/endpoint.ts';
import type {
  addPasskey,
  offerPasskey,
  offerPasskeySignIn,
  signInWithPasskey,
} from '../../src/callers/sign-in/contract.ts';

/** Tells whether this browser can hold passkeys at this address. */
export const passkeysSupported = (): boolean =>
  typeof PublicKeyCredential === 'function' && /[a-z]/i.test(location.hostname);

/** Lets the browser make a passkey. Throws if the person cancels or already has one. */
export async function makePasskey(
  options: ResponseOf<typeof offerPasskey>,
): Promise<BodyInputOf<typeof addPasskey>['response']> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { clientExtensionResults: _, ...made } = await startRegistration({ optionsJSON: options });
  return { ...made, clientExtensionResults: {} };
}

/** Lets the person choose a passkey and sign with it. Throws if they cancel. */
export async function signWithPasskey(
  options: ResponseOf<typeof offerPasskeySignIn>,
): Promise<BodyInputOf<typeof signInWithPasskey>['response']> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { clientExtensionResults: _, ...signed } = await startAuthentication({ optionsJSON: options });
  return { ...signed, clientExtensionResults: {} };
}

/** Tells whether the person closed the browser's dialog. That is not an error. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
