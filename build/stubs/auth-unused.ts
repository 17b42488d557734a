// Replaces the parts of @supabase/auth-js that no page uses: passkeys and wallets. It keeps 3.4 kB out of every page
// behind the sign-in.

const unused = (): never => {
  throw new Error('This app does not use this way of signing in.');
};

export class WebAuthnApi {
  readonly isAvailable = false;
}
export { unused as createCredential, unused as getCredential };
export { unused as deserializeCredentialCreationOptions, unused as deserializeCredentialRequestOptions };
export { unused as serializeCredentialCreationResponse, unused as serializeCredentialRequestResponse };
export { unused as createSiweMessage, unused as fromHex, unused as toHex, unused as getAddress };
export const browserSupportsWebAuthn = () => false;
export const webAuthnAbortService = { cancelCeremony: () => undefined };
