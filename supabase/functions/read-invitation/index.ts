// Returns the farm and the address of an open invitation to the holder of its token. Anyone may call it: the invitation
// page does so before its visitor has an account.
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { takeAllowance } from '../_shared/limits.ts';
import { networkOf } from '../_shared/network.ts';
import { openInvitation } from '../_shared/open-invitation.ts';
import { sha256Hex } from '../_shared/sha256.ts';

const tokenOf = (body: unknown): string | null => {
  const token: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'token') : null;
  return typeof token === 'string' && /^[0-9a-f]{64}$/.test(token) ? token : null;
};

serveFunction({ caller: 'anyone', maxBytes: 1024 }, async ({ body, ip }) => {
  const from = networkOf(ip);
  const left =
    (await takeAllowance(`invite-read-minute:${from}`, 20, '1 minute')) &&
    (await takeAllowance(`invite-read-day:${from}`, 200, '1 day'));
  if (!left) return refuse(429, 'Too many tries. Open the invitation again later.');
  const token = tokenOf(body);
  // Unknown, used, withdrawn or expired: the response does not tell them apart.
  const invitation = token === null ? null : await openInvitation(await sha256Hex(new TextEncoder().encode(token)));
  if (invitation === null) return refuse(404, 'This invitation is not open any more. Ask for a new one.');
  const { email, farm, holder } = invitation;
  return succeed({ email, farm, holder });
});
