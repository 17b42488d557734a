import { Link } from 'react-router-dom';
import { BRAND } from '@/lib/brand';
import { Brand } from '@/ui/layout/brand-mark';

export const footerLinks = [
  { to: '/features', label: 'Features' },
  { to: '/about', label: 'About Us' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/contact', label: 'Contact Support' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-and-conditions', label: 'Terms & Conditions' },
] as const;

/**
 * The page footer. Its links open separate documents, which work without a script and offline. The year is the device's
 * current one; boot.js corrects it in a prerendered page.
 */
export function Footer() {
  return (
    <footer className="site">
      <div className="site-in">
        <Brand />
        <nav aria-label="Footer">
          {footerLinks.map(({ to, label }) => (
            <Link key={to} to={to} reloadDocument>
              {label}
            </Link>
          ))}
        </nav>
        <p data-year="" suppressHydrationWarning>
          {/* oxlint-disable-next-line react/purity -- the current year; nothing else depends on it */}
          {`© ${new Date().getFullYear()} ${BRAND}`}
        </p>
      </div>
    </footer>
  );
}
