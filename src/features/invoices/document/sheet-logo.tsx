import { useQuery } from '@tanstack/react-query';
import { logoQuery } from '@/data/invoices/logos';

/** The logo an invoice was issued with. Renders nothing while it loads, or if it can't be loaded. */
export function SheetLogo({ path }: { path: string }) {
  const { data: logo } = useQuery(logoQuery(path));
  return logo ? <img className="sheet-logo" src={logo.url} width={logo.width} height={logo.height} alt="" /> : null;
}
