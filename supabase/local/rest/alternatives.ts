// Several or= parameters of one request must all apply, but @supabase/lite keeps only one: merge them into one
// condition.

/** The same URL with its or= parameters merged into one and=(…). */
export function allAlternatives(url: URL): URL {
  const alternatives = url.searchParams.getAll('or');
  if (alternatives.length < 2) return url;
  const combined = new URL(url);
  combined.searchParams.delete('or');
  combined.searchParams.append('and', `(${alternatives.map((list) => `or${list}`).join(',')})`);
  return combined;
}
