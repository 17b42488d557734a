import { useQuery } from '@tanstack/react-query';
import { logoQuery } from '@/data/logos';

/** The logo that an invoice was made with; nothing while it loads, or where it can't be read. */
export function SheetLogo({ path }: { path: string }) {
  const { data: logo } = useQuery(logoQuery(path));
  return logo ? <img className="sheet-logo" src={logo.url} width={logo.width} height={logo.height} alt="" /> : null;
}
