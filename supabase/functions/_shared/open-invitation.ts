// The content of an open invitation, found by the hash of its token.
import { serviceDatabase } from './database.ts';

export type OpenInvitation = { email: string; farm: string | null; holder: string };

/** Null if no open invitation has this token. */
export async function openInvitation(hash: string): Promise<OpenInvitation | null> {
  const { data, error } = await serviceDatabase()
    .rpc('open_invitation', { p_hash: hash })
    .maybeSingle<OpenInvitation>();
  if (error) throw error;
  return data;
}
