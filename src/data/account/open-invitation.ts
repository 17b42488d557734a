// What an open invitation shows to a visitor who is not signed in. The backend's client is loaded only when needed.

/** `farm` is null if its holder has not named it. */
type OpenInvitation = { email: string; farm: string | null; holder: string };
/** `gone`: no such invitation is open any more. `unknown`: no response, or too many requests. */
export type InvitationResult = { kind: 'open'; invitation: OpenInvitation } | { kind: 'gone' } | { kind: 'unknown' };

/** Asks which farm the invitation with this token is for. Never rejects. */
export async function openInvitation(token: string): Promise<InvitationResult> {
  try {
    const { callFunction } = await import('@/lib/functions');
    return { kind: 'open', invitation: await callFunction<OpenInvitation>('read-invitation', { token }) };
  } catch (error) {
    const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : null;
    return { kind: status === 404 ? 'gone' : 'unknown' };
  }
}
