// Mails an invitation that its account holder has just made. The address, and whether it is open, are the database's to
// say; of what people typed nothing gets into the mail.
import { serviceDatabase } from '../_shared/database.ts';
import { siteUrl } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { takeAllowance } from '../_shared/limits.ts';
import { MailRefused, sendMail } from '../_shared/mail.ts';
import { escaped, mailAside, mailButton, mailPage, mailParagraph } from '../_shared/mail-page.ts';
import { returnTo } from '../_shared/origin.ts';

const textIn = (body: unknown, name: string): string => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null;
  return typeof value === 'string' ? value : '';
};

async function hashOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The address of the caller's own open invitation with this token; null where there is none. */
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

const mailText = (holder: string, link: string) => `${holder} has invited you to log work for their farm in Farm Diary.

Open this link to join:
${link}

It works once, for 7 days, and for this address only. There is nothing to pay.

If you do not know ${holder}, do nothing: nobody is told, and the invitation runs out.
`;

const mailHtml = (holder: string, link: string) =>
  mailPage({
    title: 'Join a farm',
    preview: 'Log work for their farm. There is nothing to pay.',
    body: [
      mailParagraph(`<strong>${holder}</strong> has invited you to log work for their farm in Farm Diary.`),
      mailButton(link, 'Join the farm'),
      mailAside('The link works once, for 7 days, and for this address only. There is nothing to pay.'),
      mailAside(`If you do not know ${holder}, do nothing: nobody is told, and the invitation runs out.`),
    ].join('\n'),
    foot: 'Farm Diary. You get this mail because somebody invited this address.',
  });

serveFunction({ caller: 'person', maxBytes: 2048 }, async ({ request, body, person }) => {
  if (person.role !== 'admin') return refuse(403, 'Only the main account holder can do this.');
  const [id, token] = [textIn(body, 'invite'), textIn(body, 'token')];
  if (!/^[0-9a-f-]{36}$/.test(id) || !/^[0-9a-f]{64}$/.test(token))
    return refuse(400, 'This invitation is not open any more.');
  const hash = await hashOf(token);
  const to = await invitedAddress(person.id, id, hash);
  if (to === null) return refuse(404, 'This invitation is not open any more.');
  if (!(await takeAllowance(`invite-mail:${person.id}`, 20, '1 day')))
    return refuse(429, 'You can send 20 invitations a day. Share the link instead.');
  const link = `${returnTo(request, siteUrl())}/?invite=${token}`;
  try {
    await sendMail({
      to,
      subject: 'You are invited to a farm on Farm Diary',
      text: mailText(person.email, link),
      html: mailHtml(escaped(person.email), link),
      idempotencyKey: `invite/${id}/${hash.slice(0, 16)}`,
    });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    console.error('invite-employee', error.code, error.status);
    return refuse(502, 'The mail could not be sent. Share the link instead.');
  }
  return succeed();
});
