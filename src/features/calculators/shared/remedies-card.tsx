import type { Remedies } from '@/domain/rules/printout';
import { Card } from '@/ui/layout/card';

/** What would make a result comply: alternatives, and changes that are needed with each of them. */
export function RemediesCard({ oneOf, each }: Remedies) {
  if (oneOf.length + each.length === 0) return null;
  return (
    <Card className="calc-card">
      <h2>What would make it comply</h2>
      <List words={oneOf} hint={each.length === 0 ? 'Any one of these is enough.' : 'One of these:'} />
      <List words={each} hint={oneOf.length === 0 ? 'Each of these:' : 'And each of these:'} />
    </Card>
  );
}

function List({ words, hint }: { words: readonly string[]; hint: string }) {
  if (words.length === 0) return null;
  return (
    <>
      <p className="hint">{hint}</p>
      <ul className="options">
        {words.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </>
  );
}
