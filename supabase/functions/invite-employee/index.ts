// Mails an invitation that its account holder has just created. The recipient comes from the database, which also says
// whether the invitation is open. Of the texts that users typed, only plain names appear in the mail.
import { serviceDatabase } from '../_shared/database.ts';
import { siteUrl } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { takeAllowance } from '../_shared/limits.ts';
import { MailError, sendMail } from '../_shared/mail.ts';
import { escapeHtml, mailAside, mailButton, mailPage, mailParagraph } from '../_shared/mail-page.ts';
import { openInvitation } from '../_shared/open-invitation.ts';
import { returnTo } from '../_shared/origin.ts';
import { plainName } from '../_shared/plain-name.ts';
import { sha256Hex } from '../_shared/sha256.ts';

const textIn = (body: unknown, name: string): string => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null;
  return typeof value === 'string' ? value : '';
};

/** The address of the caller's own open invitation with this token; null if there is none. */
async function invitedAddress(account: string, id: string, hash: string): Promise<string | null> {
  const { data, error } = await serviceDatabase()
    .from('employee_invites')
    .select('email')
    .eq('user_id', account)
    .eq('id', id)
    .eq('token_hash', hash)
    .is('accepted_at', null)
    .is('revoked_at', null)
    .gt('expires_at', new Date().toISOString())
    .maybeSingle();
  if (error) throw error;
  return data?.email ?? null;
}

/**
 * Counts this mail against the daily limits. Returns a sentence if a limit is reached, else null. Addresses are stored
 * only as hashes.
 */
async function dailyLimitProblem(account: string, to: string): Promise<string | null> {
  if (!(await takeAllowance(`invite-mail:${account}`, 20, '1 day')))
    return 'You can send 20 invitations a day by e-mail.';
  const address = await sha256Hex(new TextEncoder().encode(to));
  const isAllowed =
    (await takeAllowance(`invite-mail-to:${address}:${account}`, 3, '1 day')) &&
    (await takeAllowance(`invite-mail-to:${address}`, 6, '1 day'));
  if (!isAllowed) return 'This address was sent enough invitations today.';
  if (!(await takeAllowance('invite-mail-all', 500, '1 day')))
    return 'This app has sent all the invitations that it may send today.';
  return null;
}

/** Who sends the invitation, and to which farm. The address is always shown, because anybody can type any name. */
type Inviter = { name: string; farm: string; address: string };

function inviterOf(address: string, holder: string | null, farm: string | null): Inviter {
  const [plainHolder, plainFarm] = [plainName(holder), plainName(farm)];
  return {
    name: plainHolder === null ? address : `${plainHolder} (${address})`,
    farm: plainFarm ?? 'their farm',
    address,
  };
}

const mailText = (
  { name, farm, address }: Inviter,
  link: string,
) => `${name} has invited you to log work for ${farm} in Farm Diary.

Open this link to join:
${link}

It works once, for 7 days, and for this address only. There is nothing to pay.

If you do not know ${address}, do nothing: nobody is told, and the invitation runs out.
`;

const mailHtml = (inviter: Inviter, link: string) => {
  const [name, farm, address] = [escapeHtml(inviter.name), escapeHtml(inviter.farm), escapeHtml(inviter.address)];
  return mailPage({
    title: 'Join a farm',
    preview: `Log work for ${farm}. There is nothing to pay.`,
    body: [
      mailParagraph(`<strong>${name}</strong> has invited you to log work for <strong>${farm}</strong> in Farm Diary.`),
      mailButton(link, 'Join the farm'),
      mailAside('The link works once, for 7 days, and for this address only. There is nothing to pay.'),
      mailAside(`If you do not know ${address}, do nothing: nobody is told, and the invitation runs out.`),
    ].join('\n'),
    foot: 'Farm Diary. You get this mail because somebody invited this address.',
  });
};

serveFunction({ caller: 'person', maxBytes: 2048 }, async ({ request, body, person }) => {
  if (person.role !== 'admin') return refuse(403, 'Only the main account holder can do this.');
  const [id, token] = [textIn(body, 'invite'), textIn(body, 'token')];
  if (!/^[0-9a-f-]{36}$/.test(id) || !/^[0-9a-f]{64}$/.test(token))
    return refuse(400, 'This invitation is not open any more.');
  const hash = await sha256Hex(new TextEncoder().encode(token));
  const to = await invitedAddress(person.id, id, hash);
  if (to === null) return refuse(404, 'This invitation is not open any more.');
  const problem = await dailyLimitProblem(person.id, to);
  if (problem !== null) return refuse(429, `${problem} Share the link instead.`);
  const link = `${returnTo(request, siteUrl())}/?invite=${token}`;
  const invitation = await openInvitation(hash);
  const inviter = inviterOf(person.email, invitation?.holder ?? null, invitation?.farm ?? null);
  try {
    await sendMail({
      to,
      subject: `You are invited to ${inviter.farm === 'their farm' ? 'a farm' : inviter.farm} on Farm Diary`,
      text: mailText(inviter, link),
      html: mailHtml(inviter, link),
      idempotencyKey: `invite/${id}/${hash.slice(0, 16)}`,
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    console.error('invite-employee', error.code, error.status);
    return refuse(502, 'The mail could not be sent. Share the link instead.');
  }
  return succeed();
});
