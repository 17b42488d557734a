// Several or= parameters of one request must all hold; @supabase/lite keeps one of them. They are sent on as one condition.

/** The same address with its or= parameters inside one and=(…). */
export function allAlternatives(url: URL): URL {
  const alternatives = url.searchParams.getAll('or');
  if (alternatives.length < 2) return url;
  const combined = new URL(url);
  combined.searchParams.delete('or');
  combined.searchParams.append('and', `(${alternatives.map((list) => `or${list}`).join(',')})`);
  return combined;
}
