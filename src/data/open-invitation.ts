// What an open invitation says before anybody is signed in. The backend's client comes with the first that is opened.

/** `farm` is null where its holder has not named it. */
type OpenInvitation = { email: string; farm: string | null; holder: string };
/** `unknown`: nobody answered, or too much was asked for. */
export type Opened = { kind: 'open'; invitation: OpenInvitation } | { kind: 'gone' } | { kind: 'unknown' };

/** Asks whose farm the invitation with this token leads to. Never rejects. */
export async function openInvitation(token: string): Promise<Opened> {
  try {
    const { callFunction } = await import('@/lib/functions');
    return { kind: 'open', invitation: await callFunction<OpenInvitation>('read-invitation', { token }) };
  } catch (error) {
    const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : null;
    return { kind: status === 404 ? 'gone' : 'unknown' };
  }
}
