// Response and error formats of a hosted project's services.

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' };

export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: HEADERS });

/** An error response of the auth service. */
export const authError = (status: number, code: string, msg: string) =>
  json({ code: status, error_code: code, msg }, status);

/** An error response of the REST service. */
export const restError = (status: number, code: string, message: string) =>
  json({ code, details: null, hint: null, message }, status);
