// The links in the mails of the auth service.

/** The first link in the text of a mail. */
export const linkIn = (text = ''): URL => new URL(/http\S+/.exec(text)?.[0] ?? '');

/** The token that a page of the app spends, with its type: the body of POST /auth/v1/verify. */
export function tokenIn({ hash }: URL): { type: string; token_hash: string } | null {
  const params = new URLSearchParams(hash.slice(1));
  const [token_hash, type] = [params.get('token_hash'), params.get('type')];
  return token_hash === null || type === null ? null : { type, token_hash };
}

/** The link that spends its token by one GET: the same one, or with the same token as the mails had it earlier. */
export function spentByGet(link: URL): URL {
  const token = tokenIn(link);
  if (token === null) return link;
  const redirect_to = link.searchParams.get('redirect_to') ?? link.origin + link.pathname;
  const query = new URLSearchParams({ token: token.token_hash, type: token.type, redirect_to });
  return new URL(`/auth/v1/verify?${query.toString()}`, link);
}
