// Returns the farm, its account holder and the invited address of an open invitation to anyone who has its token. Needs
// no sign-in: the invitation page calls it before its visitor has an account.
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
  const network = networkOf(ip);
  const isAllowed =
    (await takeAllowance(`invite-read-minute:${network}`, 20, '1 minute')) &&
    (await takeAllowance(`invite-read-day:${network}`, 200, '1 day'));
  if (!isAllowed) return refuse(429, 'Too many tries. Open the invitation again later.');
  const token = tokenOf(body);
  // The same response for an unknown, used, withdrawn or expired invitation, so that it reveals nothing.
  const invitation = token === null ? null : await openInvitation(await sha256Hex(new TextEncoder().encode(token)));
  if (invitation === null) return refuse(404, 'This invitation is not open any more. Ask for a new one.');
  const { email, farm, holder } = invitation;
  return succeed({ email, farm, holder });
});
