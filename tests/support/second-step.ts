// Two-step verification as a hosted project provides it; the embedded backend has none. Intercepts the requests about
// factors (msw), forwards all others, and adds the assurance level and the factors to the sessions that it returns.
import { bypass, http, HttpResponse, type HttpHandler } from 'msw';
import { ORIGIN, type TestBackend } from './embedded/backend';
import { signToken, verifyToken } from '../../supabase/local/auth/tokens';

/** The code that is always accepted. */
export const CODE = '246810';
export const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DP';
/**
 * The QR code as the service draws it, with markup that would run or break out if it were used as anything but an
 * image.
 */
const QR_CODE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><path fill="#000"/></svg>';

type Factor = {
  id: string;
  factor_type: 'totp';
  status: 'verified' | 'unverified';
  friendly_name: string;
  created_at: string;
};
type Session = { access_token: string; user: object };

export function secondStepService(backend: Pick<TestBackend, 'keys'>) {
  const factors: Factor[] = [];
  const requests: string[] = [];

  const withLevel = (session: Session, aal: string): Session => ({
    ...session,
    access_token: signToken(
      { ...verifyToken(session.access_token, backend.keys.jwtSecret), aal },
      backend.keys.jwtSecret,
    ),
    user: { ...session.user, factors },
  });
  const levelOf = (request: Request) =>
    verifyToken((request.headers.get('authorization') ?? '').slice(7), backend.keys.jwtSecret)?.['aal'];
  const refuse = (status: number, code: string, msg: string) =>
    HttpResponse.json({ code, msg, error_code: code }, { status });
  const forward = (request: Request) => fetch(bypass(request));
  const find = (id: unknown) => factors.find((factor) => factor.id === id);

  const handlers: HttpHandler[] = [
    http.post(`${ORIGIN}/auth/v1/token`, async ({ request }) => {
      const answer = await forward(request);
      if (!answer.ok) return answer;
      // The test's backend returns a session.
      return HttpResponse.json(withLevel((await answer.json()) as Session, 'aal1'));
    }),
    http.get(`${ORIGIN}/auth/v1/user`, async ({ request }) => {
      const answer = await forward(request);
      return answer.ok ? HttpResponse.json({ ...((await answer.json()) as object), factors }) : answer;
    }),
    http.put(`${ORIGIN}/auth/v1/user`, ({ request }) => {
      const isAllowed = levelOf(request) === 'aal2' || !factors.some(({ status }) => status === 'verified');
      if (!isAllowed) return refuse(401, 'insufficient_aal', 'AAL2 session is required to update email or password.');
      return forward(request);
    }),
    http.post(`${ORIGIN}/auth/v1/factors`, async ({ request }) => {
      const body = (await request.json()) as { friendly_name: string; issuer: string };
      requests.push(`enrol ${body.issuer}`);
      if (factors.some(({ friendly_name: name }) => name === body.friendly_name))
        return refuse(422, 'mfa_factor_name_conflict', 'A factor with this name exists');
      const id = crypto.randomUUID();
      factors.push({
        id,
        factor_type: 'totp',
        status: 'unverified',
        friendly_name: body.friendly_name,
        created_at: '2026-11-20T10:00:00Z',
      });
      return HttpResponse.json({
        id,
        type: 'totp',
        friendly_name: body.friendly_name,
        totp: { qr_code: QR_CODE, secret: KEY, uri: 'otpauth://totp/x' },
      });
    }),
    http.post(`${ORIGIN}/auth/v1/factors/:id/challenge`, ({ params }) =>
      find(params['id'])
        ? HttpResponse.json({ id: 'challenge', type: 'totp', expires_at: 4_000_000_000 })
        : refuse(404, 'mfa_factor_not_found', 'Factor not found'),
    ),
    http.post(`${ORIGIN}/auth/v1/factors/:id/verify`, async ({ request, params }) => {
      const { code } = (await request.json()) as { code: string };
      requests.push(`verify ${code}`);
      const factor = find(params['id']);
      if (!factor || code !== CODE) return refuse(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
      factor.status = 'verified';
      const token = (request.headers.get('authorization') ?? '').slice(7);
      const user = await forward(new Request(`${ORIGIN}/auth/v1/user`, { headers: request.headers }));
      const session = withLevel({ access_token: token, user: (await user.json()) as object }, 'aal2');
      return HttpResponse.json({
        ...session,
        refresh_token: 'kept-by-the-service',
        token_type: 'bearer',
        expires_in: 3600,
      });
    }),
    http.delete(`${ORIGIN}/auth/v1/factors/:id`, ({ request, params }) => {
      const at = factors.findIndex(({ id }) => id === params['id']);
      const factor = factors[at];
      if (!factor) return refuse(404, 'mfa_factor_not_found', 'Factor not found');
      if (factor.status === 'verified' && levelOf(request) !== 'aal2')
        return refuse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
      requests.push(`remove ${factor.status}`);
      factors.splice(at, 1);
      return HttpResponse.json({ id: factor.id });
    }),
  ];
  return { handlers, factors, requests };
}
