// Stands in for parts of @supabase/auth-js that come with it whole and that no page uses: the administration of users
// (edge functions only), passkeys, and wallets. It keeps 4 kB out of every page behind the sign-in. Of the administration
// one call remains: signing out goes through it.
import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js';

const unused = (): never => {
  throw new Error('This app does not use this way of signing in.');
};

class Unused {
  readonly here = false;
}

type Service = { url: string; headers: Record<string, string>; fetch: typeof fetch };

async function said(response: Response, name: string): Promise<string | undefined> {
  const body: unknown = await response.json().catch(() => null);
  const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Ends sessions of the token's person: this one ('local'), the other ones ('others'), or all. */
class SignOutOnly {
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  async signOut(token: string, scope: 'global' | 'local' | 'others' = 'global') {
    const { url, headers, fetch } = this.#service;
    const response = await fetch(`${url}/logout?scope=${scope}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    if (response.ok) return { data: null, error: null };
    const message = (await said(response.clone(), 'msg')) ?? 'Something went wrong';
    const code = await said(response, 'error_code');
    const error =
      response.status >= 500
        ? new AuthRetryableFetchError(message, response.status)
        : new AuthApiError(message, response.status, code);
    return { data: null, error };
  }
}

export { SignOutOnly as default, Unused as WebAuthnApi };
export { unused as createCredential, unused as getCredential };
export { unused as deserializeCredentialCreationOptions, unused as deserializeCredentialRequestOptions };
export { unused as serializeCredentialCreationResponse, unused as serializeCredentialRequestResponse };
export { unused as createSiweMessage, unused as fromHex, unused as toHex, unused as getAddress };
export const browserSupportsWebAuthn = () => false;
export const webAuthnAbortService = { cancelCeremony: () => undefined };
