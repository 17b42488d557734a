import { DRAFT, type Sheet, type SheetRow } from '@/domain/invoices/invoice-sheet';
import { SheetLogo } from './sheet-logo';

/** The invoice as it will be printed: same words as the PDF, black on white in every theme. */
export function SheetView({ sheet }: { sheet: Sheet }) {
  const { columns } = sheet;
  return (
    <article className="paper" aria-label={`${sheet.title} ${sheet.number ?? ''}`.trim()}>
      <header className="sheet-head">
        <div>
          {sheet.supplier.logo !== null && <SheetLogo path={sheet.supplier.logo} />}
          <p className="sheet-name">{sheet.supplier.name || 'Your business name'}</p>
          {sheet.supplier.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <div className="sheet-what">
          <p className="sheet-name">{sheet.title}</p>
          <p className={sheet.number === null ? 'sheet-draft' : 'sheet-number'}>{sheet.number ?? DRAFT}</p>
          {sheet.cancelled && <p className="sheet-void">Cancelled</p>}
        </div>
      </header>
      <div className="sheet-meta">
        <div>
          <p className="to">To</p>
          <p className="strong">{sheet.customer.name}</p>
          {sheet.customer.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <dl>
          {sheet.dates.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {sheet.corrects.length > 0 && (
        <div className="sheet-corrects">
          {sheet.corrects.map((line, at) => (
            <p key={line} className={at === 0 ? 'strong' : undefined}>
              {line}
            </p>
          ))}
        </div>
      )}
      <table className="sheet-lines">
        <caption className="sr-only">Lines of the {sheet.corrects.length > 0 ? 'credit note' : 'invoice'}</caption>
        <thead>
          <tr>
            <th scope="col" className="day">
              {columns.date}
            </th>
            <th scope="col" className="what">
              {columns.work}
            </th>
            <th scope="col" className="figure-column quantity-column">
              {columns.quantity}
            </th>
            <th scope="col" className="figure-column price">
              {columns.unitPrice}
            </th>
            <th scope="col" className="figure-column net">
              {columns.net}
            </th>
          </tr>
        </thead>
        {sheet.groups.map(({ heading, net, rows }, at) => (
          // Two groups may have the same heading: a task may be named "Additional items".
          // oxlint-disable-next-line react/no-array-index-key -- the groups of a sheet keep their order
          <tbody key={at}>
            {heading !== null && (
              <tr className="sheet-group sheet-row">
                <td colSpan={4} className="what">
                  {heading}
                </td>
                <td className="figure-column net">{net}</td>
              </tr>
            )}
            {rows.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the rows of a sheet keep their order
              <Line key={index} row={row} />
            ))}
          </tbody>
        ))}
      </table>
      <SheetFoot sheet={sheet} />
    </article>
  );
}

function Line({ row }: { row: SheetRow }) {
  return (
    <tr className="sheet-row">
      <td className="day">{row.date}</td>
      <td className="what">
        {row.work}
        {row.details.map((detail, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the details of a row keep their order
          <small key={at}>{detail}</small>
        ))}
      </td>
      <td className="figure-column quantity-column">{row.quantity}</td>
      <td className="figure-column price">{row.unitPrice}</td>
      <td className="figure-column net">{row.net}</td>
    </tr>
  );
}

function SheetFoot({ sheet: { sums, total, vatNote, payment, footer } }: { sheet: Sheet }) {
  return (
    <div className="sheet-foot">
      <div className="sheet-end">
        {vatNote !== null && <p className="sheet-small">{vatNote}</p>}
        <dl className="sheet-sums">
          {sums.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div className="sheet-total">
            <dt>{total.label}</dt>
            <dd className="double">{total.value}</dd>
          </div>
        </dl>
      </div>
      <div className="sheet-pay">
        <div>
          <p className="strong">{payment.heading}</p>
          {payment.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {footer !== null && <p>{footer}</p>}
      </div>
    </div>
  );
}
